import { label, quoted, visibleWrapped } from "../diagnostics/foreign-text";
import { groupBy } from "../model/group-by";
import { filled, flowed, type Layout, row } from "./layout";
import { type Paragraph, paragraphOf, type Section, unlessEmpty } from "./outline";
import {
  deniedBy,
  type DocumentFinding,
  type DocumentWaiver,
  type Judged,
  neededBy,
  placeOf,
  type ReviewedByPolicy,
  saidBy,
} from "./policy-review";
import type { SectionContext } from "./section-context";
import { count, number } from "../diagnostics/count";
import { sample } from "./words";

/** Nothing matters more than what refuses a plan, or what somebody has to agree to. */
const ranks: Readonly<Record<DocumentFinding["level"] | "waived", number>> = { deny: 2, needs: 3, warn: 7, waived: 8 };

/** What policies say, by policy and message, with the waivers that were used; nothing where they say nothing. */
export function policySections(judged: Judged, layout: Layout, markOf?: SectionContext["markOf"]): readonly Section[] {
  const said = saidBy(judged);
  const entries = judged.policies ?? [];
  const marks = new Map(said.map((each, at) => [each, markOf?.(entries[at])]));
  const groups = groupBy(said, (each) => {
    const { policy, level, reviewer, message, waiver } = each;
    return JSON.stringify([policy, level, reviewer, message, waiver, marks.get(each)]);
  });
  return unlessEmpty({
    class: deniedBy(judged).length > 0 ? "weakens" : "neutral",
    title: titleOf(said),
    noun: "message",
    paragraphs: [...groups.values()]
      .map((group) => ({ ...groupParagraph(group, layout), mark: group[0] && marks.get(group[0]) }))
      .toSorted((one, other) => one.rank - other.rank),
  });
}

/** `POLICIES 3 denials, 1 approval needed, 2 waived` */
function titleOf(findings: readonly ReviewedByPolicy[]): string {
  const isWaived = (each: ReviewedByPolicy): boolean => each.waived_until !== undefined;
  const many = (level: DocumentFinding["level"]): number =>
    findings.filter((each) => each.level === level && !isWaived(each)).length;
  const parts: readonly (readonly [number, string])[] = [
    [many("deny"), count(many("deny"), "denial")],
    [many("needs"), count(many("needs"), "approval needed", "approvals needed")],
    [many("warn"), count(many("warn"), "warning")],
    [findings.filter(isWaived).length, `${number(findings.filter(isWaived).length)} waived`],
  ];
  return `POLICIES ${parts.flatMap(([value, what]) => (value === 0 ? [] : [what])).join(", ")}`;
}

function groupParagraph(group: readonly ReviewedByPolicy[], layout: Layout): Paragraph {
  const [first] = group;
  if (first === undefined) return paragraphOf(100, []);
  const { policy, level, reviewer, message, waiver } = first;
  const rank = ranks[waiver === undefined ? level : "waived"];
  const named = group.map(({ at }) => placeOf(at));
  const kind = `${level}${reviewer === undefined ? "" : ` ${label(reviewer)}`}${waiver === undefined ? "" : ", waived"}`;
  const said = [...visibleWrapped(` ${message}`).slice(1).split(" "), `(${label(policy)})`];
  return paragraphOf(rank, flowed(`  ${kind}: `, said, layout.columns), [
    ...(layout.full
      ? named.map((each) => ({ rank: rank + 1, lines: [row(layout)`      - ${each}`] }))
      : [{ rank: rank + 1, lines: [sample("      ", named, layout)] }]),
    ...(waiver === undefined ? [] : [{ rank, lines: reasonLines(waiver, layout) }]),
  ]);
}

const reasonLines = ({ reason, owner, expires }: DocumentWaiver, { columns }: Layout): readonly string[] =>
  flowed(
    "      because ",
    [...visibleWrapped(quoted(reason)).split(" "), `(owner ${label(owner)}, until ${label(expires)})`],
    columns,
  );

/** The policies in the head of a plan: which deny it, and whose approval it needs. */
export interface PolicyHead {
  /** Words of ours alone: `DENIED by 2 policies`. */
  readonly denied?: string;
  /** Names, made visible. */
  readonly policies: readonly string[];
  readonly reviewers: readonly string[];
}

/** @param plans those of all accounts */
export function policyHead(...plans: readonly Judged[]): PolicyHead {
  const denying = [...new Set(plans.flatMap(deniedBy).map(({ policy }) => label(policy)))];
  const reviewers = plans.flatMap(neededBy).flatMap(({ reviewer }) => (reviewer === undefined ? [] : label(reviewer)));
  return {
    ...(denying.length === 0 ? {} : { denied: `DENIED by ${count(denying.length, "policy", "policies")}` }),
    policies: denying,
    reviewers: [...new Set(reviewers)],
  };
}

/** The same as lines for a terminal. */
export function policyHeadLines(plans: readonly Judged[], { columns }: Layout): readonly string[] {
  const { denied, policies, reviewers } = policyHead(...plans);
  return [
    ...(denied === undefined ? [] : filled(`${denied}: `, policies, columns)),
    ...(reviewers.length === 0 ? [] : filled("NEEDS the approval of: ", reviewers, columns)),
  ];
}

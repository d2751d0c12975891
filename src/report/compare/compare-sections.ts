import { label, quoted, visible, visibleWrapped } from "../../diagnostics/foreign-text";
import { groupBy } from "../../model/group-by";
import { isObject } from "../../model/json";
import { type RepositoryClass, repositoryClasses } from "../../model/leaf-verdict";
import { configurationLabels, type Labels } from "../configuration-labels";
import { rankOf } from "../effect-sections";
import { shortDigest } from "../head";
import { flowed, type Layout, own, row } from "../layout";
import { ranks, shownValue, verdictStart } from "../leaves";
import { type Detail, type Paragraph, paragraphOf, type Section, unlessEmpty } from "../outline";
import { policySections } from "../policy-sections";
import { withFinding } from "../triage-sections";
import { number, repositories } from "../../diagnostics/count";
import { sample } from "../words";
import { type AccountComparison, type ChangedEffect, type Compared, isSame, leavesOf } from "./compare";

type PlannedEffect = Compared["effects"][number];
type ComparedLeaf = ChangedEffect["leaves"]["came"][number];

/** What comes out of a comparison in one line: words of ours, but for the digests. */
export interface ComparisonHead {
  /** Something is weaker in the later plan than in the earlier. */
  readonly isWeaker: boolean;
  /** `WEAKENS MORE since`, of the earlier plan. */
  readonly start: string;
  /** The first digits of the earlier plan's digest. */
  readonly since: string;
  /** `: 2 came, 1 went` */
  readonly rest: string;
  /** Those of the later one, where they are others. */
  readonly now?: string;
}

export function comparisonHead(comparison: AccountComparison): ComparisonHead {
  const { digest, came, went, changed } = comparison;
  const isWeaker = weakensMore(comparison);
  const shown = (each: string): string => visible(shortDigest(each));
  const common = {
    isWeaker,
    since: shown(digest.before),
    ...(digest.before === digest.after ? {} : { now: shown(digest.after) }),
  };
  if (isSame(comparison))
    return digest.before === digest.after
      ? { ...common, start: "nothing new since", rest: "" }
      : { ...common, start: "nothing that is compared differs since", rest: ", but the digest does" };
  const parts: readonly (readonly [many: number, what: string])[] = [
    [sizeOf(came), "came"],
    ...(["grew", "shrank", "mixed"] as const).map(
      (kind) => [changed.filter(({ change }) => change === kind).length, wordOf[kind]] as const,
    ),
    [sizeOf(went), "went"],
  ];
  const said = parts.flatMap(([many, what]) => (many === 0 ? [] : [`${number(many)} ${what}`]));
  return { ...common, start: isWeaker ? "WEAKENS MORE since" : "changed since", rest: `: ${said.join(", ")}` };
}

/** Whether anything is new in the later plan, in a few words: `2 new since 3f9a1c02b7de`. What only went is not new. */
export function newSince({ digest, came, changed }: AccountComparison): {
  readonly isNew: boolean;
  readonly words: string;
} {
  const many = sizeOf(came) + changed.filter(({ change }) => change !== "shrank").length;
  const since = `since ${visible(shortDigest(digest.before))}`;
  return { isNew: many > 0, words: many === 0 ? `nothing new ${since}` : `${number(many)} new ${since}` };
}

const wordOf: Readonly<Record<ChangedEffect["change"], string>> = { grew: "grew", shrank: "shrank", mixed: "changed" };

const sizeOf = (part: Compared): number => Object.values(part).reduce((sum, list) => sum + list.length, 0);

/** The later plan weakens, deletes, or will weaken what the earlier does not. */
const weakensMore = ({ came, changed }: AccountComparison): boolean =>
  came.deletions.length > 0 ||
  [...came.effects, ...came.future].some((each) => each.class === "weakens") ||
  came.changes.some(({ changes }) => changes.some(({ verdict }) => verdict === "weaker")) ||
  changed.some(
    ({ class: { before, after }, repositories: felt, leaves }) =>
      after === "weakens" &&
      (before !== "weakens" || felt.came.length > 0 || leaves.came.some(({ verdict }) => verdict === "weaker")),
  );

/** What came, changed and went. */
export function comparisonSections(comparison: AccountComparison, layout: Layout): readonly Section[] {
  const { came, went, changed } = comparison;
  const labelOf = labelsIn(comparison);
  return [
    ...sectionOf("CAME", came, labelOf, layout),
    ...unlessEmpty({
      class: worstOf(changed.map((each) => each.class.after)),
      title: `CHANGED ${number(changed.length)}`,
      noun: "effect",
      paragraphs: changed.map((each) => changedParagraph(each, labelOf, layout)),
    }),
    ...sectionOf("WENT", went, labelOf, layout),
  ];
}

const labelsIn = ({ came, went, changed }: AccountComparison): Labels =>
  configurationLabels([
    ...[came, went].flatMap(({ effects, future, changes, deletions }) => [
      ...[...effects, ...future].flatMap(({ from, to }) => [from, to]),
      ...changes,
      ...deletions,
    ]),
    ...changed.flatMap(({ from, to }) => [from, to]),
  ]);

const worstOf = (classes: readonly RepositoryClass[]): RepositoryClass =>
  repositoryClasses.find((each) => classes.includes(each)) ?? "neutral";

function sectionOf(title: "CAME" | "WENT", part: Compared, labelOf: Labels, layout: Layout) {
  const { effects, changes, deletions, triages, moves, future, policies } = part;
  const [said] = policySections({ policies: { findings: policies } }, layout);
  const isRefused = deletions.length > 0 || said?.class === "weakens";
  return unlessEmpty({
    class: isRefused ? "weakens" : worstOf([...effects, ...future].map((each) => each.class)),
    title: `${title} ${number(sizeOf(part))}`,
    noun: "thing",
    paragraphs: [
      ...(said?.paragraphs ?? []),
      ...deletions.map((each) => deletionParagraph(each, labelOf, layout)),
      ...effects.map((each) => effectParagraph(each, labelOf, layout)),
      ...future.map((each) => futureParagraph(each, labelOf, layout)),
      ...triages.map((each) => triageParagraph(each, layout)),
      ...changes.filter(({ action }) => action !== "delete").map((each) => changeParagraph(each, labelOf, layout)),
      ...moveParagraphs(moves, layout),
    ],
  });
}

function effectParagraph(each: PlannedEffect, labelOf: Labels, layout: Layout): Paragraph {
  const { class: kind, from, to, repositories: felt } = each;
  const rank = ranks[kind];
  return paragraphOf(
    rank,
    [row(layout)`  ${own(`${kind} ${repositories(felt.length)}`)}   ${sidesLabel(from, to, labelOf)}`],
    [...leafDetails(leavesOf(each), layout), ...nameDetails("", felt, layout, rank)],
    felt.length,
  );
}

function changedParagraph(each: ChangedEffect, labelOf: Labels, layout: Layout): Paragraph {
  const { change, class: kind, from, to, repositories: felt, leaves } = each;
  const rank = ranks[kind.after];
  const classes = kind.before === kind.after ? kind.after : `${kind.before} -> ${kind.after}`;
  return paragraphOf(
    rank,
    [row(layout)`  ${sidesLabel(from, to, labelOf)}   ${own(`${wordOf[change]}, ${classes}`)}`],
    [
      ...leafDetails(leaves.came, layout, "came"),
      ...leafDetails(leaves.went, layout, "went"),
      ...nameDetails("came", felt.came, layout, rank),
      ...nameDetails("went", felt.went, layout, rank),
    ],
    felt.came.length + felt.went.length,
  );
}

/** `came  weaker  secrets no longer runs (true -> false)` */
const leafDetails = (leaves: readonly ComparedLeaf[], layout: Layout, which = ""): readonly Detail[] =>
  leaves.map(({ verdict, path, before, after, note }) => ({
    rank: rankOf[verdict],
    verdict,
    lines: flowed(
      verdictStart(verdict, which === "" ? "      " : `      ${which}  `),
      [
        ...visibleWrapped(` ${note ?? path}`)
          .slice(1)
          .split(" "),
        ...valuesText(before, after, note),
      ],
      layout.columns,
    ),
  }));

/** In parentheses; nothing for an entry that comes or goes in words. A document has null for what is not set. */
function valuesText(before: unknown, after: unknown, note: string | undefined): readonly string[] {
  const isEntry = isObject(before ?? after) && (before === null || after === null);
  if (isEntry) return note === undefined ? [before === null ? "(added)" : "(removed)"] : [];
  const text = [before, after].map((each) => shownValue(each ?? undefined)).join(" -> ");
  return [`(${text})`];
}

function nameDetails(
  which: string,
  felt: PlannedEffect["repositories"],
  layout: Layout,
  rank: number,
): readonly Detail[] {
  if (felt.length === 0) return [];
  const start = which === "" ? "      " : `      ${which}  ${repositories(felt.length)}, `;
  const names = felt.map(({ id, name }) => quoted(name ?? id));
  return layout.full
    ? names.map((each) => ({
        rank: rank + 2,
        lines: [row(layout)`${own(which === "" ? start : `      ${which}  `)}- ${each}`],
      }))
    : [{ rank: rank + 1, lines: [sample(start, names, layout)] }];
}

function deletionParagraph(each: Compared["deletions"][number], labelOf: Labels, layout: Layout): Paragraph {
  const { repositories: many } = each;
  const held = own(`${repositories(many)} ${many === 1 ? "has" : "have"} it`);
  return paragraphOf(4, [row(layout)`  deletes ${labelOf(each)}   ${held}`], [], many);
}

const futureParagraph = (
  { like, class: kind, from, to, weaker }: Compared["future"][number],
  labelOf: Labels,
  layout: Layout,
): Paragraph =>
  paragraphOf(
    ranks[kind],
    [row(layout)`  ${own(`${kind} new repositories such as`)} ${quoted(like)}   ${sidesLabel(from, to, labelOf)}`],
    leafDetails(
      weaker.map((leaf) => ({ ...leaf, verdict: "weaker" as const })),
      layout,
    ),
  );

/** All that a reviewer agrees to: the decision, the finding and the reason. */
function triageParagraph(each: Compared["triages"][number], layout: Layout): Paragraph {
  const { before, after, expires, finding_id: id, finding, justification } = each;
  const rank = 5;
  const until = expires === null ? "" : ` until ${label(expires)}`;
  const decision = `triage ${orNone(before)} -> ${orNone(after)}${until}`;
  const about = finding === null ? [] : [label(finding.severity), ...visibleWrapped(quoted(finding.title)).split(" ")];
  return paragraphOf(rank, withFinding(`  ${decision}`, id, layout), [
    ...(about.length === 0 ? [] : [{ rank, lines: flowed("      ", about, layout.columns) }]),
    { rank, lines: flowed("      because ", visibleWrapped(quoted(justification)).split(" "), layout.columns) },
  ]);
}

function changeParagraph(each: Compared["changes"][number], labelOf: Labels, layout: Layout): Paragraph {
  const { action, changes } = each;
  const does = own(`configuration to ${action === "update" ? "change" : action}:`);
  return paragraphOf(
    50,
    [row(layout)`  ${does} ${labelOf(each)}`],
    leafDetails(changes, layout).map((detail) => ({ ...detail, rank: 51 })),
  );
}

/** Repositories that move and are not affected, by the configurations between which they do. */
const moveParagraphs = (moves: Compared["moves"], layout: Layout): readonly Paragraph[] =>
  [...groupBy(moves, ({ from, to }) => JSON.stringify([from, to])).values()].map((group) => {
    const { from = null, to = null } = group[0] ?? {};
    const moved = group.map(({ repository_id: id, repository_name: name }) => ({ id, name, rule: null }));
    return paragraphOf(
      55,
      [row(layout)`  ${own(`unaffected ${repositories(group.length)}`)}   ${orNone(from)} -> ${orNone(to)}`],
      nameDetails("", moved, layout, 55),
      group.length,
    );
  });

const orNone = (name: string | null): string => (name === null ? "none" : label(name));

type Side = PlannedEffect["from"] | PlannedEffect["to"];

function sidesLabel(from: Side, to: Side, labelOf: Labels): string {
  const after = labelOf(to);
  return from !== null && from.id === to?.id && from.name === to.name ? after : `${labelOf(from)} -> ${after}`;
}

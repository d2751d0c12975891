import { enumeration, enumerationTexts, shownCount } from "../diagnostics/enumeration";
import { label, quoted } from "../diagnostics/foreign-text";
import { textWidth } from "../diagnostics/text-width";
import { groupBy } from "../model/group-by";
import { leafAt } from "../model/leaves";
import { sameId } from "../model/uuid";
import { isFutureWeakening } from "../reconcile/plan/base-comparison";
import type { AccountDocument } from "./document";
import { filled, flowed, type Layout, own, row, shortened } from "./layout";
import { ranks } from "./leaf-lines";
import { type Paragraph, paragraphOf, type Section, unlessEmpty } from "./outline";
import type { Labels } from "./configuration-labels";
import { comparedLeafLines, headOf } from "./effect-sections";
import type { SectionContext } from "./section-context";
import { weakerParts } from "./since";
import { findingDetails, withFinding } from "./triage-sections";
import { count, number } from "../diagnostics/count";
import { ruleLabel, ruleMatch } from "./words";

type Future = NonNullable<AccountDocument["future"]>[number];
type Dropped = NonNullable<AccountDocument["no_longer_declared"]>[number];

/** What a declaration changes beside its base, whatever the account holds: new repositories, and what it drops. */
export const baseSections = (plan: AccountDocument, context: SectionContext): readonly Section[] => [
  ...futureSections(plan, context),
  ...prolongedSections(plan, context),
  ...droppedSections(plan, context),
];

const futureSections = ({ future = [], future_is_cut: isCut }: AccountDocument, context: SectionContext) =>
  unlessEmpty({
    class: future.some(isFutureWeakening) ? "weakens" : "neutral",
    title: futureTitle(future, isCut === true),
    noun: "group",
    paragraphs: [...groupBy(future, likenessBy(context)).values()].map((group) => futureParagraph(group, context)),
  });

function futureTitle(future: readonly Future[], isCut: boolean): string {
  const weaker = future.filter(isFutureWeakening).length;
  const kinds = `FUTURE ${count(future.length, "kind")} of new repositories${isCut ? ", or more," : ""}`;
  const get = (many: number): string => (many === 1 ? "gets" : "get");
  if (weaker === future.length) return `${kinds} ${get(weaker)} weaker settings`;
  const which = weaker === 0 ? "none of them gets" : `${number(weaker)} of them ${get(weaker)}`;
  return `${kinds} ${future.length === 1 ? "changes" : "change"}; ${which} weaker settings`;
}

/** The configuration stays the same, and its settings change. */
const isEdit = ({ from, to }: Future): boolean =>
  from !== null && to !== null && (from.id === null ? from.name === to.name : from.id === to.id);

/** Kinds that go from the same to the same, or whose configurations change alike, are one group. */
const likenessBy =
  ({ labelOf, news }: SectionContext) =>
  (each: Future): string =>
    JSON.stringify([
      isFutureWeakening(each),
      news?.differences.get(each),
      isEdit(each) ? "edit" : [labelOf(each.from), labelOf(each.to)],
      each.weaker.map(({ path, before, after }) => [path, before, after]),
    ]);

function futureParagraph(group: readonly Future[], context: SectionContext): Paragraph {
  const { labelOf, layout, markOf } = context;
  const [first] = group;
  const isWeaker = first !== undefined && isFutureWeakening(first);
  const { head, below } = futureHead(group, labelOf, layout);
  return {
    rank: isWeaker ? ranks.weakens : 44,
    mark: markOf(first),
    head: () => head,
    details: () => [
      ...(below.length === 0 ? [] : [{ rank: ranks.weakens + 1, lines: below }]),
      ...(first === undefined ? [] : comparedLeafLines(first, weakerParts(first), context)).map((lines) => ({
        ...lines,
        rank: ranks.weakens + 1,
      })),
    ],
    repositories: 0,
  };
}

/** Which names, from where to where, and by which rules: below it what does not fit into one line. */
function futureHead(group: readonly Future[], labelOf: Labels, layout: Layout) {
  const [first] = group;
  if (first === undefined) return { head: "", below: [] };
  const sides = isEdit(first) ? labelOf(first.to) : row(layout)`${labelOf(first.from)} -> ${labelOf(first.to)}`;
  if (group.length === 1) {
    const head = row(layout)`  new repositories like ${quoted(first.like)}: ${sides}`;
    const rules = rulesOf(first);
    return textWidth(`${head}   ${rules}`) <= layout.columns
      ? { head: `${head}   ${rules}`, below: [] }
      : { head, below: flowed("      ", rules.split(" "), layout.columns) };
  }
  const items = group.map((each) => `${quoted(each.like)} (${isEdit(each) ? labelOf(each.to) : rulesOf(each)})`);
  const most = layout.full ? items.length : shownCount(items.length, mostKinds);
  return {
    head: row(
      layout,
    )`  ${own(number(group.length))} kinds of new repositories: ${isEdit(first) ? own("their configurations change") : sides}`,
    below: flowed("      like ", enumerationTexts(items, most), layout.columns),
  };
}

/** How many kinds of one group are named. */
const mostKinds = 8;

/** `rule 1: payments-% -> rule 2: %`, or the rule of now where it selects the same as before. */
function rulesOf({ rules }: Future): string {
  const [before, after] = [rules.before, rules.after].map((rule) => (rule === null ? undefined : ruleMatch(rule)));
  const [was, is] = [before, after].map((rule) => (rule === undefined ? "no rule" : ruleLabel(rule)));
  return before?.matched === after?.matched ? (is ?? "") : `${was ?? ""} -> ${is ?? ""}`;
}

function prolongedSections(
  { prolonged = [], triages }: AccountDocument,
  { layout, markOf }: SectionContext,
): readonly Section[] {
  return unlessEmpty({
    class: "weakens",
    title: `TRIAGES ${number(prolonged.length)} with a later end`,
    noun: "triage",
    isClose: true,
    paragraphs: prolonged.map((each) => {
      const { finding_id: id, before, after } = each;
      const until = `  ~ until ${label(before)} -> ${after === null ? "no end" : label(after)}`;
      const { finding = null } = triages.find((triage) => sameId(triage.finding_id, id)) ?? {};
      return { ...paragraphOf(5, withFinding(until, id, layout), findingDetails(finding, layout)), mark: markOf(each) };
    }),
  });
}

const droppedKinds: readonly Dropped["kind"][] = ["configuration", "setting", "rule", "triage"];

function droppedSections(
  { no_longer_declared: dropped = [] }: AccountDocument,
  context: SectionContext,
): readonly Section[] {
  const byKind = groupBy(dropped, ({ kind }) => kind);
  const counts = droppedKinds.flatMap((kind) => {
    const many = byKind.get(kind)?.length ?? 0;
    return many === 0 ? [] : [count(many, kind)];
  });
  return unlessEmpty({
    class: "unclassified",
    title: `NO LONGER DECLARED ${enumeration(counts)}; nothing is removed from the service`,
    noun: "line",
    isClose: true,
    paragraphs: droppedKinds.flatMap((kind) => droppedParagraphs(kind, byKind.get(kind) ?? [], context)),
  });
}

/** A line for each; of settings one for each path, with the configurations. */
function droppedParagraphs(
  kind: Dropped["kind"],
  dropped: readonly Dropped[],
  { layout, markOf }: SectionContext,
): readonly Paragraph[] {
  const nameOf = ({ name, address }: Dropped): string => label(name ?? address);
  const paragraph = (head: string, group: readonly Dropped[]): Paragraph => ({
    ...paragraphOf(25, [head]),
    mark: markOf(group[0]),
  });
  if (kind !== "setting")
    return dropped.map((each) => paragraph(row(layout)`  - ${own(kind)} ${nameOf(each)}`, [each]));
  return [...groupBy(dropped, (each) => `${markOf(each) ?? ""} ${each.path ?? ""}`).values()].map((group) => {
    const path = group[0]?.path ?? "";
    const start = `  - setting ${shortened(leafName(path), layout.columns / 2)} of `;
    const [head = ""] = headOf(start, group.map(nameOf), "", layout);
    return paragraph(head, group);
  });
}

/** `not declared: 3 configurations, "xss" in 5`: what is live and stays as it is; nothing where all is declared. */
export function undeclaredLine(plan: AccountDocument, layout: Layout): readonly string[] {
  const { configurations, leaves } = plan.undeclared;
  if (configurations.length + leaves.length === 0) return [];
  const named = leaves.slice(0, layout.full ? leaves.length : shownCount(leaves.length, mostLeaves));
  const rest = leaves.length - named.length;
  const parts = [
    ...(configurations.length === 0 ? [] : [count(configurations.length, "configuration")]),
    ...named.map(({ path, configurations: many }) => `${leafName(path)} in ${number(many)}`),
    ...(rest === 0 ? [] : [count(rest, "more setting")]),
  ];
  return filled("not declared: ", parts, layout.columns);
}

/** How many settings are named. */
const mostLeaves = 3;

/** The key of an entry in quotes, and the setting of it: `"xss" blocking`; else the path. */
export function leafName(path: string): string {
  const { key, field } = leafAt(path);
  if (key === undefined) return label(path);
  return field === undefined ? quoted(key) : `${quoted(key)} ${label(field)}`;
}

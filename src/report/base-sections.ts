import { label, quoted } from "../diagnostics/foreign-text";
import { textWidth } from "../diagnostics/text-width";
import { groupBy } from "../model/group-by";
import {
  type BaseComparison,
  type FutureChange,
  isFutureWeakening,
  type NoLongerDeclared,
} from "../reconcile/plan/base";
import { filled, flowed, type Layout, own, row, shortened } from "./layout";
import { leafLines, ranks, sameness } from "./leaves";
import { type Paragraph, paragraphOf, type Section, unlessEmpty } from "./outline";
import type { PlanReport } from "./renderer";
import { type Labels, labelsOf } from "./configuration-labels";
import { headOf } from "./effect-sections";
import { withFinding } from "./triage-sections";
import { count, number } from "../diagnostics/count";
import { enumeration, ruleLabel } from "./words";

/** What a declaration changes beside its base, whatever the account holds: new repositories, and what it drops. */
export const baseSections = (plan: PlanReport, layout: Layout): readonly Section[] =>
  plan.base === undefined
    ? []
    : [
        ...futureSections(plan.base, plan.policyTitles, labelsOf(plan), layout),
        ...prolongedSections(plan.base, layout),
        ...droppedSections(plan.base, layout),
      ];

const futureSections = (
  { future, isCut }: BaseComparison,
  titles: PlanReport["policyTitles"],
  labelOf: Labels,
  layout: Layout,
) =>
  unlessEmpty({
    class: future.some(isFutureWeakening) ? "weakens" : "neutral",
    title: futureTitle(future, isCut === true),
    noun: "group",
    paragraphs: [...groupBy(future, likenessBy(labelOf)).values()].map((group) =>
      futureParagraph(group, titles, labelOf, layout),
    ),
  });

function futureTitle(future: readonly FutureChange[], isCut: boolean): string {
  const weaker = future.filter(isFutureWeakening).length;
  const kinds = `FUTURE ${count(future.length, "kind")} of new repositories${isCut ? ", or more," : ""}`;
  const get = (many: number): string => (many === 1 ? "gets" : "get");
  if (weaker === future.length) return `${kinds} ${get(weaker)} weaker settings`;
  const which = weaker === 0 ? "none of them gets" : `${number(weaker)} of them ${get(weaker)}`;
  return `${kinds} ${future.length === 1 ? "changes" : "change"}; ${which} weaker settings`;
}

/** The configuration stays the same, and its settings change. */
const isEdit = ({ from, to }: FutureChange): boolean =>
  from !== null && to !== null && (from.id === undefined ? from.name === to.name : from.id === to.id);

/** Kinds that go from the same to the same, or whose configurations change alike, are one group. */
const likenessBy =
  (labelOf: Labels) =>
  (each: FutureChange): string =>
    JSON.stringify([
      isFutureWeakening(each),
      isEdit(each) ? "edit" : [labelOf(each.from), labelOf(each.to)],
      each.weaker.map((leaf) => [leaf.path, sameness(leaf)]),
    ]);

function futureParagraph(
  group: readonly FutureChange[],
  titles: PlanReport["policyTitles"],
  labelOf: Labels,
  layout: Layout,
): Paragraph {
  const [first] = group;
  const isWeaker = first !== undefined && isFutureWeakening(first);
  const leaves = leafLines(first?.weaker ?? [], titles, layout);
  const { head, below } = futureHead(group, labelOf, layout);
  return {
    rank: isWeaker ? ranks.weakens : 44,
    head,
    details: () => [
      ...(below.length === 0 ? [] : [{ rank: ranks.weakens + 1, lines: below }]),
      ...leaves.map((lines) => ({ ...lines, rank: ranks.weakens + 1 })),
    ],
    repositories: 0,
  };
}

/** Which names, from where to where, and by which rules: below it what does not fit into one line. */
function futureHead(group: readonly FutureChange[], labelOf: Labels, layout: Layout) {
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
  const shown = layout.full ? items : items.slice(0, mostKinds);
  const rest = items.length - shown.length;
  return {
    head: row(
      layout,
    )`  ${own(number(group.length))} kinds of new repositories: ${isEdit(first) ? own("their configurations change") : sides}`,
    below: filled("      like ", [...shown, ...(rest === 0 ? [] : [`${number(rest)} more`])], layout.columns),
  };
}

/** How many kinds of one group are named. */
const mostKinds = 8;

/** `rule 1: payments-% -> rule 2: %`, or the rule of now where it selects the same as before. */
function rulesOf({ rules: { before, after } }: FutureChange): string {
  const [was, is] = [before, after].map((rule) => (rule === null ? "no rule" : ruleLabel(rule)));
  return before?.matched === after?.matched ? (is ?? "") : `${was ?? ""} -> ${is ?? ""}`;
}

function prolongedSections({ prolonged }: BaseComparison, layout: Layout): readonly Section[] {
  return unlessEmpty({
    class: "weakens",
    title: `TRIAGES ${number(prolonged.length)} with a later end`,
    noun: "triage",
    isClose: true,
    paragraphs: prolonged.map(({ findingId, before, after }) => {
      const until = `  ~ until ${label(before)} -> ${after === undefined ? "no end" : label(after)}`;
      return paragraphOf(5, withFinding(until, findingId, layout));
    }),
  });
}

const droppedKinds: readonly NoLongerDeclared["kind"][] = ["configuration", "setting", "rule", "triage"];

function droppedSections({ noLongerDeclared }: BaseComparison, layout: Layout): readonly Section[] {
  const byKind = groupBy(noLongerDeclared, ({ kind }) => kind);
  const counts = droppedKinds.flatMap((kind) => {
    const many = byKind.get(kind)?.length ?? 0;
    return many === 0 ? [] : [count(many, kind)];
  });
  return unlessEmpty({
    class: "unclassified",
    title: `NO LONGER DECLARED ${enumeration(counts)}; what is live stays`,
    noun: "line",
    isClose: true,
    paragraphs: droppedKinds
      .flatMap((kind) => droppedHeads(kind, byKind.get(kind) ?? [], layout))
      .map((head) => paragraphOf(25, [head])),
  });
}

/** A line for each; of settings one for each path, with the configurations. */
function droppedHeads(
  kind: NoLongerDeclared["kind"],
  dropped: readonly NoLongerDeclared[],
  layout: Layout,
): readonly string[] {
  const nameOf = ({ name, address }: NoLongerDeclared): string => label(name ?? address);
  if (kind !== "setting") return dropped.map((each) => row(layout)`  - ${own(kind)} ${nameOf(each)}`);
  return [...groupBy(dropped, ({ path = "" }) => path)].map(([path, group]) =>
    headOf(`  - setting ${shortened(leafName(path), layout.columns / 2)} of `, group.map(nameOf), "", layout),
  );
}

/** `not declared: 3 configurations, "xss" in 5`: what is live and stays as it is; nothing where all is declared. */
export function undeclaredLine({ undeclared, base }: PlanReport, layout: Layout): readonly string[] {
  const { configurations, leaves } = undeclared;
  if (base !== undefined || configurations.length + leaves.length === 0) return [];
  const named = leaves.slice(0, layout.full ? leaves.length : mostLeaves);
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
  const [, key, field = ""] = /^\w+\[("(?:[^"\\]|\\.)*")\](?:\.(\w+))?$/s.exec(path) ?? [];
  return key === undefined ? label(path) : `${quoted(String(JSON.parse(key)))} ${field}`.trimEnd();
}

import { enumeration, enumerationTexts, shownCount } from "../diagnostics/enumeration";
import { textWidth } from "../diagnostics/text-width";
import { label, quoted, visible } from "../diagnostics/foreign-text";
import type { ComparedLeaf } from "../model/compare-settings";
import { groupBy } from "../model/group-by";
import { isObject } from "../model/json";
import { clause, type PolicyTitles, predicateOf, subjectOf, valuesOf } from "../model/leaf-sentence";
import type { LeafVerdict, RepositoryClass } from "../model/leaf-verdict";
import { valueText } from "../model/value-kind";
import { fitting, flowed, type Layout, shortened, withCommas } from "./layout";
import { number } from "../diagnostics/count";

/** Leaves that change in the same way: `weaker        secrets no longer runs (true -> false)`. */
export interface LeafLines {
  readonly verdict: LeafVerdict;
  /** More than one where the words do not fit into one. */
  readonly lines: readonly string[];
}

const verdicts: readonly LeafVerdict[] = ["weaker", "stronger", "unclassified", "neutral"];

/** What changes, in words: what gets weaker first. */
export function leafLines(
  changes: readonly ComparedLeaf[],
  titles: PolicyTitles,
  layout: Layout,
  indent?: string,
): readonly LeafLines[] {
  const groups = [...groupBy(changes, sameness).values()];
  return verdicts.flatMap((verdict) =>
    groups
      .filter(([first]) => first?.verdict === verdict)
      .flatMap((group) => statements(group, titles, layout))
      .map((group) => ({
        verdict,
        lines: flowed(verdictStart(verdict, indent), statement(group, titles, layout), layout.columns),
      })),
  );
}

/** What matters more has a lower rank: the head of a paragraph and the line that gives its class, more lines, then names. */
export const ranks: Readonly<Record<RepositoryClass, number>> = {
  weakens: 10,
  unclassified: 20,
  strengthens: 30,
  neutral: 40,
};
export const verdictStart = (verdict: string, indent = "      "): string => `${indent}${verdict.padEnd(12)}  `;

/** How many lines the subjects of one statement may take. */
const mostLines = 6;

/** Whatever gets weaker is named: as many subjects as fit into a few lines are one statement. */
function statements(
  group: readonly ComparedLeaf[],
  titles: PolicyTitles,
  { columns, full }: Layout,
): readonly (readonly ComparedLeaf[])[] {
  if (full || group[0]?.verdict !== "weaker") return [group];
  const room = mostLines * Math.max(8, columns - verdictStart("").length);
  const all: ComparedLeaf[][] = [];
  let width = Infinity;
  for (const change of group) {
    const own = textWidth(subjectOf(change, titles, label, quoted)) + 2;
    const last = all.at(-1);
    if (last === undefined || width + own > room) {
      all.push([change]);
      width = own;
    } else {
      last.push(change);
      width += own;
    }
  }
  return all;
}

/**
 * The statement about leaves that change alike, as texts between which a line may end: `xss no longer runs (true ->
 * false)`, or of several `no longer runs (3): secrets, ssrf and xss`.
 *
 * @param values those of the first by default
 * @param most how many subjects are named; all that get weaker by default
 */
export function statement(
  group: readonly ComparedLeaf[],
  titles: PolicyTitles,
  layout: Layout,
  words = group[0] && predicateOf(group[0]),
  values = valueTexts(group[0], layout),
  most = layout.full || group[0]?.verdict === "weaker" ? group.length : named,
): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const field = fieldOf(first);
  if (group.length === 1) {
    const subject = subjectOrPath(first, titles);
    // a name from elsewhere stays whole, whatever blanks it has
    const [joined = "", ...rest] = clause("", words ?? field).split(" ");
    return [subject + joined, ...rest.filter((each) => each !== ""), ...inParentheses(values, layout)];
  }
  const said = words?.replace(/^(is|:) /, "") ?? field;
  return [
    ...(said === "" ? ["changed"] : said.split(" ")),
    `(${number(group.length)}):`,
    ...enumerationTexts(
      group.map((each) => subjectOf(each, titles, label, quoted)),
      most,
    ),
    ...(words !== undefined && isSwitch(first) ? [] : inParentheses(values, layout)),
  ];
}

/** One leaf that changes, as a sentence with its values whole: `secrets no longer runs (true -> false)`. */
export const leafText = (change: ComparedLeaf, titles: PolicyTitles): string =>
  statement([change], titles, { columns: Infinity, full: true }).join(" ");

/** The words say already how a switch was, and how it is. */
export const isSwitch = ({ before, after }: ComparedLeaf): boolean =>
  [before, after].every((each) => each === undefined || typeof each === "boolean");

export const valueTexts = (change: ComparedLeaf | undefined, layout: Layout): readonly string[] =>
  change === undefined ? [] : valuesOf(change, shownValue, (members) => membersOf(members, layout));

/** What is in parentheses: together, or each by itself where they do not fit into a line. */
function inParentheses(values: readonly string[], { columns }: Layout): readonly string[] {
  if (values.length === 0) return [];
  const together = `(${values.join("; ")})`;
  return textWidth(together) <= columns - verdictStart("").length ? [together] : values.map((each) => `(${each})`);
}

/** The settings of what is new: `sets          sql-injection risk_level = "high"`; each on as many lines as it takes. */
export const settingLines = (
  changes: readonly ComparedLeaf[],
  titles: PolicyTitles,
  layout: Layout,
): readonly (readonly string[])[] =>
  [...groupBy(changes, sameness).values()].map((group) => {
    const [first] = group;
    const field = first === undefined ? "" : fieldOf(first);
    const value = shownTexts(withoutId(first));
    const texts =
      group.length === 1 && first !== undefined
        ? [
            first.key === undefined ? label(first.path) : subjectOf(first, titles, label, quoted),
            ...(field === "" ? [] : [field]),
            "=",
            ...value,
          ]
        : [
            ...(field === "" ? [] : [field, "="]),
            ...value,
            `(${number(group.length)}):`,
            ...enumerationTexts(
              group.map((each) => subjectOf(each, titles, label, quoted)),
              layout.full ? group.length : mostSet,
            ),
          ];
    return flowed(verdictStart("sets"), texts, layout.columns);
  });

/** The value of what is new; an entry is named by its id already. */
function withoutId(change: ComparedLeaf | undefined): unknown {
  const { after, key } = change ?? {};
  if (!isObject(after) || after["id"] !== key) return after;
  const { id: _id, ...rest } = after;
  return rest;
}

/** The subject of the words, or the setting of a leaf of which nothing is said. */
const subjectOrPath = (change: ComparedLeaf, titles: PolicyTitles): string =>
  change.key === undefined && predicateOf(change) === undefined
    ? label(change.path)
    : subjectOf(change, titles, label, quoted);

/** What the leaves of one line have in common. */
const sameness = (change: ComparedLeaf): string => {
  const { verdict, key, path, before, after } = change;
  const words = predicateOf(change) ?? "";
  return JSON.stringify([verdict, words, key === undefined ? path : fieldOf(change), before, after]);
};

/** The field inside an entry: `risk_level`; "" for an entry as a whole or a setting. */
export const fieldOf = ({ key, field }: ComparedLeaf): string =>
  key === undefined || field === undefined ? "" : label(field);

/** How many subjects of a line are named, and how many for which a setting is new. */
const named = 4;
const mostSet = 20;

/** How many members of a set that come, or go, are named, and how much room they have. */
const mostMembers = 3;
const besideMembers = 26;

function membersOf(changed: readonly string[], { columns, full }: Layout): string {
  const all = changed.map(shownValue);
  if (full) return enumeration(all);
  const shown = (many: number): string => enumeration(all, many);
  const many = fitting(shownCount(all.length, mostMembers), shown, columns - besideMembers);
  if (many > 1) return shown(many);
  const [first = ""] = all;
  const rest = all.length > 1 ? ` and ${number(all.length - 1)} more` : "";
  return shortened(first, Math.max(8, columns - besideMembers - rest.length)) + rest;
}

/** What decides about an entry comes first, so that it is seen however long the rest is. */
const deciding: readonly string[] = ["enabled", "blocking", "silent"];

/** A value of a setting, as JSON; absent is `not set`, and an entry its fields: `enabled true, blocking false`. */
export const shownValue = (value: unknown): string => shownTexts(value).join(" ");

/** The same as texts that may be parted. */
function shownTexts(value: unknown): readonly string[] {
  if (!isObject(value)) return [visible(valueText(value))];
  const fields = Object.keys(value).filter((each) => !deciding.includes(each));
  const inOrder = [...deciding.filter((each) => Object.hasOwn(value, each)), ...fields];
  if (inOrder.length === 0) return ["{}"];
  return withCommas(inOrder.map((name) => `${label(name)} ${visible(JSON.stringify(value[name]))}`));
}

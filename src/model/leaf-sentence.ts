import type { ComparedLeaf } from "./compare-settings";
import { compareText } from "./fingerprint";
import { isObject, sameMembers, texts } from "./json";
import { type MembersRule, type OrderRule, takesEverything } from "./leaf-verdict";
import { definitionOf } from "./leaves";
import { isOrderedBy, mayTurn } from "./same-set";
import { notSet } from "./value-kind";

/** Titles of custom policies by id. */
export type PolicyTitles = ReadonlyMap<string, string>;

/** A map, since the name of a setting may come from the service: an object also has `constructor`. */
const subjects: ReadonlyMap<string, string> = new Map([
  ["comment", "comments"],
  ["configuration", "the repository"],
]);

const asItIs = (text: string): string => text;

/**
 * The subject of a change: the analyzer's slug, the policy's title in quotes or its id, or the setting.
 *
 * @param show how a slug or an id from elsewhere is shown
 * @param quote how a title from elsewhere is shown
 */
export function subjectOf(
  { setting, key }: ComparedLeaf,
  titles: PolicyTitles,
  show: (text: string) => string = asItIs,
  quote = (text: string): string => `"${text}"`,
): string {
  if (key === undefined) return subjects.get(setting) ?? setting;
  const title = setting === "code_policies" ? titles.get(key) : undefined;
  return title === undefined ? show(key) : quote(title);
}

/**
 * The predicate of a change, such as `no longer blocks pull requests`: where it has a direction, or the
 * configuration as a whole goes or is not listed.
 */
export function predicateOf(change: ComparedLeaf): string | undefined {
  const { setting, key, verdict, before, after } = change;
  if (setting === "configuration")
    return verdict === "weaker" ? "no longer has a configuration" : "comes from a configuration that is not listed";
  if (verdict !== "weaker" && verdict !== "stronger") return undefined;
  const definition = definitionOf(change);
  if (definition?.kind === "keyed" && key !== undefined) return definition.words?.[verdict];
  const rule = definition?.verdict;
  if (rule?.by === "order") return orderWords(rule, verdict, before, after);
  return rule?.by === "members" ? memberWords(rule, verdict, before, after) : undefined;
}

type Direction = "weaker" | "stronger";

function orderWords({ weakToStrong, words }: OrderRule, verdict: Direction, before: unknown, after: unknown): string {
  const order: readonly unknown[] = weakToStrong;
  if (words === undefined) {
    const [from, to] = [before, after].map((each) => (order.includes(each) ? String(each) : "another value"));
    if (after === undefined) return `: no longer set (were ${from ?? ""})`;
    return before === undefined ? `: ${to ?? ""} (were not set)` : `: ${from ?? ""} -> ${to ?? ""}`;
  }
  if (verdict === "stronger") return words.stronger;
  if (after === undefined) return words.lost;
  const isWeakest = after === order[0] && (order.length > 2 || !order.includes(before));
  return isWeakest ? words.weakest : words.weaker;
}

function memberWords(rule: MembersRule, verdict: Direction, before: unknown, after: unknown): string {
  const { weaker, stronger, weakest = weaker, unsure = weaker, lost = weaker } = rule.words;
  if (verdict === "stronger") return stronger;
  const [had, has] = [texts(before), texts(after)];
  if (isOrderedBy(rule, had) || isOrderedBy(rule, has)) return unsure;
  if (after === undefined && had.length === 0) return lost;
  return takesEverything(rule, has) || (rule.empty === "weakest" && has.length === 0) ? weakest : weaker;
}

/** `sql-injection no longer blocks pull requests`, `sql-injection: off` */
export const clause = (subject: string, words: string): string =>
  words.startsWith(":") ? subject + words : `${subject} ${words}`;

/**
 * The predicates of several changes of one leaf as one: `no longer runs or runs`. What is off no longer runs, so only
 * only the first is used for both.
 */
export function predicateOfAll(change: ComparedLeaf, all: readonly string[]): string {
  const rule = definitionOf(change)?.verdict;
  const { weakest, weaker } = (rule?.by === "order" && rule.weakToStrong.length === 2 ? rule.words : undefined) ?? {};
  const said = weakest !== undefined && all.includes(weakest) ? all.filter((each) => each !== weaker) : all;
  const plain = said.map((each) => each.replace(/^: /, ""));
  const together = [plain.slice(0, -1).join(", "), ...plain.slice(-1)].filter(Boolean).join(" or ");
  return said.some((each) => each.startsWith(":")) ? `: ${together}` : together;
}

/** The words have both values, so that nothing is left to say of them. */
export function saysValues(change: ComparedLeaf): boolean {
  const words = predicateOf(change) ?? "";
  return !words.includes("another value") && / -> |no longer set \(|were not set\)/.test(words);
}

/** `sql-injection no longer blocks pull requests`; undefined for a change without words. */
export const sentenceOf = (
  change: ComparedLeaf,
  titles: PolicyTitles,
  ...shown: [show?: (text: string) => string, quote?: (text: string) => string]
): string | undefined => {
  const said = predicateOf(change);
  return said === undefined ? undefined : clause(subjectOf(change, titles, ...shown), said);
};

/** What a change means, as a sentence; `xss risk_level changes` where no more can be said. */
export function wordsOf(change: ComparedLeaf, titles: PolicyTitles): string {
  const { key, field = "", path } = change;
  const name = key === undefined ? path : [subjectOf(change, titles), field].filter(Boolean).join(" ");
  return sentenceOf(change, titles) ?? `${name} changes`;
}

/**
 * The values of a change: what a set gains and loses, `+ "a"` and `- "b"`; `added` or `removed` for an entry without
 * words; `before -> after` for anything else, also for a list of patterns whose order counts, which is whole and as it
 * is.
 *
 * @param value shows one value; undefined is not set
 * @param members shows members of a set, in an order that does not depend on where they come from
 */
export function valuesOf(
  change: ComparedLeaf,
  value: (value: unknown) => string,
  members: (members: readonly string[]) => string,
): readonly string[] {
  const { setting, before, after } = change;
  if (setting === "configuration" || saysValues(change)) return [];
  if (Array.isArray(before) || Array.isArray(after)) {
    const [had, has] = [texts(before), texts(after)];
    if ([...had, ...has].some(mayTurn) || sameMembers(had, has))
      return [[before, after].map((each) => (texts(each).length > 0 ? value(each) : emptySet(each))).join(" -> ")];
    const [gained, lost] = [missingIn(had, has), missingIn(has, had)];
    return [
      ...(gained.length > 0 ? [`+ ${members(byReach(gained))}`] : []),
      ...(lost.length > 0 ? [`- ${members(byReach(lost))}`] : []),
    ];
  }
  const isEntry = isObject(before) || isObject(after);
  if (!isEntry || (before !== undefined && after !== undefined)) return [`${value(before)} -> ${value(after)}`];
  if (predicateOf(change) !== undefined) return [];
  return [before === undefined ? "added" : "removed"];
}

/** Those of the second list that the first lacks, each once. */
function missingIn(first: readonly string[], second: readonly string[]): readonly string[] {
  const known = new Set(first);
  return [...new Set(second)].filter((each) => !known.has(each));
}

const emptySet = (set: unknown): string => (set === undefined ? notSet : "none");

/** A pattern that matches everything comes first, so that it is named however many there are. */
const byReach = (patterns: readonly string[]): readonly string[] =>
  patterns.toSorted((left, right) => Number(matchesAll(right)) - Number(matchesAll(left)) || compareText(left, right));

const matchesAll = (pattern: string): boolean => /^[*/]*\*[*/]*$/.test(pattern);

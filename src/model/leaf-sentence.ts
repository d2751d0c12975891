import type { LeafChange } from "./compare-settings";
import { compareText } from "./fingerprint";
import { isObject, sameMembers, texts } from "./json";
import { settingSubject } from "./leaf-verdict";
import { mayTurn } from "./same-set";

/** Titles of custom policies by id. */
export type PolicyTitles = ReadonlyMap<string, string>;

const asItIs = (text: string): string => text;

/**
 * The subject of a change: the analyzer's slug, the policy's title in quotes or its id, or the setting.
 *
 * @param show how a slug or an id from elsewhere is shown
 * @param quote how a title from elsewhere is shown
 */
export function subjectOf(
  { setting, key }: LeafChange,
  titles: PolicyTitles,
  show: (text: string) => string = asItIs,
  quote = (text: string): string => `"${text}"`,
): string {
  if (key === undefined) return settingSubject(setting);
  const title = setting === "code_policies" ? titles.get(key) : undefined;
  return title === undefined ? show(key) : quote(title);
}

/** `sql-injection no longer blocks pull requests`; undefined for a change without words. */
export const sentenceOf = (
  change: LeafChange,
  titles: PolicyTitles,
  ...shown: [show?: (text: string) => string, quote?: (text: string) => string]
): string | undefined =>
  change.words === undefined ? undefined : `${subjectOf(change, titles, ...shown)} ${change.words}`;

/**
 * The values of a change: what a set gains and loses, `+ "a"` and `- "b"`; `added` or `removed` for an entry without
 * words; `before -> after` for anything else, also for a list of patterns whose order counts, which is whole and as it
 * is.
 *
 * @param value shows one value; undefined is not set
 * @param members shows members of a set, in an order that does not depend on where they come from
 */
export function valuesOf(
  { setting, words, before, after }: LeafChange,
  value: (value: unknown) => string,
  members: (members: readonly string[]) => string,
): readonly string[] {
  if (setting === "configuration") return [];
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
  if (words !== undefined) return [];
  return [before === undefined ? "added" : "removed"];
}

/** Those of the second list that the first lacks, each once. */
function missingIn(first: readonly string[], second: readonly string[]): readonly string[] {
  const known = new Set(first);
  return [...new Set(second)].filter((each) => !known.has(each));
}

const emptySet = (set: unknown): string => (set === undefined ? "not set" : "none");

/** A pattern that matches everything comes first, so that it is named however many there are. */
const byReach = (patterns: readonly string[]): readonly string[] =>
  patterns.toSorted((left, right) => Number(matchesAll(right)) - Number(matchesAll(left)) || compareText(left, right));

const matchesAll = (pattern: string): boolean => /^[*/]*\*[*/]*$/.test(pattern);

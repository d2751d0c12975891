import type { DesiredRule } from "../../model/desired";
import type { Repository } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import { normalForm } from "../../model/normal-form";
import { like, prefixOf } from "../../model/sql-like";

/** What rules select repositories by. */
type Selected = Pick<Repository, "id" | "name">;

/** The selector of a rule that a repository matches; undefined where none does. */
export type Matcher = (repository: Selected) => string | undefined;

/** @throws LikePatternError */
export function matcher(rule: DesiredRule): Matcher {
  const ids = new Set(rule.repositoryIds);
  const names = new Set(rule.repositoryNames?.map(normalForm));
  const pattern = rule.repositoryPattern;
  const matches = pattern === undefined ? () => false : like(pattern);
  if (ids.size + names.size === 0) return ({ name }) => (name !== undefined && matches(name) ? pattern : undefined);
  return ({ id, name }) => {
    if (ids.has(id)) return id;
    if (name === undefined) return undefined;
    if (names.has(normalForm(name))) return name;
    return matches(name) ? pattern : undefined;
  };
}

/** The candidate rules of a repository, by index, in ascending order. */
type RuleIndex = (repository: Selected) => readonly number[];

/**
 * Finds the few candidate rules of a repository by its id, its name, or a prefix of its name: the time is linear in the
 * number of rules plus the number of repositories, times the number of different lengths of prefixes that begin alike.
 */
export function indexRules(rules: readonly DesiredRule[]): RuleIndex {
  const ids = new Map<string, number[]>();
  const names = new Map<string, number[]>();
  const prefixes = new Map<string, number[]>();
  for (const [rule, { repositoryIds = [], repositoryNames = [], repositoryPattern: pattern }] of rules.entries()) {
    for (const each of repositoryIds) append(ids, each, rule);
    for (const each of repositoryNames) append(names, normalForm(each), rule);
    if (pattern !== undefined) append(prefixes, prefixOf(normalForm(pattern)), rule);
  }
  // the first characters of a name leave few lengths to try
  const begins = [...prefixes.keys()].filter((prefix) => prefix !== "");
  const shortest = begins.reduce((least, { length }) => Math.min(least, length), Infinity);
  const alike = groupBy(begins, (prefix) => prefix.slice(0, shortest));
  const lengths = new Map([...alike].map(([begin, all]) => [begin, new Set(all.map(({ length }) => length))]));
  return ({ id, name: live }) => {
    const found: number[] = [];
    addAll(found, ids.get(id));
    if (live !== undefined) {
      const name = normalForm(live);
      addAll(found, names.get(name));
      addAll(found, prefixes.get(""));
      for (const length of lengths.get(name.slice(0, shortest)) ?? none)
        if (length <= name.length) addAll(found, prefixes.get(name.slice(0, length)));
    }
    return found.length > 1 ? found.sort(ascending) : found;
  };
}

// made once, as all repositories of an account are walked
const none: readonly number[] = [];
const ascending = (left: number, right: number): number => left - right;

function addAll(found: number[], rules: readonly number[] = none): void {
  for (const rule of rules) found.push(rule);
}

function append(rules: Map<string, number[]>, key: string, rule: number): void {
  const known = rules.get(key);
  if (known === undefined) rules.set(key, [rule]);
  else known.push(rule);
}

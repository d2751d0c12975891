import { notKnownYet, type WrittenRule } from "./judge-rule";
import { patternCovers } from "./pattern-covers";
import { like, LikePatternError, prefixOf } from "./sql-like";

/** What a rule selects by. What is not known before the apply may be anything. */
export type WrittenSelectors = Pick<WrittenRule, "repositoryIds" | "repositoryNames" | "repositoryPattern">;

/** A rule that no repository reaches, since earlier rules take all that it selects. Rules are counted from 0. */
export interface UnreachableRule {
  readonly at: number;
  /** The earlier rules, each once, in their order. */
  readonly takenBy: readonly number[];
  /** The pattern of the earlier rule that takes every repository, where there is one. */
  readonly catchAll?: string;
}

/** Judges the order of rules, of which the first that matches decides. Reports only what holds in every account. */
export function judgeRules(rules: readonly WrittenSelectors[]): readonly UnreachableRule[] {
  const before = new Taken();
  return rules.flatMap((rule, at): UnreachableRule[] => {
    const takenBy = before.takes(rule);
    const catchAll = before.catchAll;
    before.add(rule, at);
    if (takenBy === undefined) return [];
    return [{ at, takenBy, ...(catchAll === undefined ? {} : { catchAll: catchAll.pattern }) }];
  });
}

interface TakingPattern {
  readonly pattern: string;
  readonly at: number;
}

/** What earlier rules take. */
class Taken {
  catchAll: TakingPattern | undefined;
  readonly #ids = new Map<string, number>();
  readonly #names = new Map<string, number>();
  /** Patterns by the text that they begin with: those that take a name are found by the name's beginnings. */
  readonly #patterns = new Map<string, TakingPattern[]>();

  add({ repositoryIds, repositoryNames, repositoryPattern: pattern }: WrittenSelectors, at: number): void {
    for (const id of membersOf(repositoryIds) ?? []) remember(this.#ids, id.toLowerCase(), at);
    for (const name of membersOf(repositoryNames) ?? []) remember(this.#names, name, at);
    if (typeof pattern !== "string" || !isValid(pattern)) return;
    const prefix = prefixOf(pattern);
    const others = this.#patterns.get(prefix) ?? [];
    this.#patterns.set(prefix, [...others, { pattern, at }]);
    if (this.catchAll === undefined && prefix === "" && patternCovers(pattern, "%")) this.catchAll = { pattern, at };
  }

  /** The rules that take all that a rule selects; undefined where something may be left. */
  takes(rule: WrittenSelectors): readonly number[] | undefined {
    const { repositoryPattern: pattern } = rule;
    const [ids, names] = [membersOf(rule.repositoryIds), membersOf(rule.repositoryNames)];
    const isNone = (ids?.length ?? 0) + (names?.length ?? 0) === 0 && (pattern ?? "") === "";
    if (this.catchAll !== undefined)
      return isNone && ids !== undefined && names !== undefined ? undefined : [this.catchAll.at];
    if (ids === undefined || names === undefined || pattern === notKnownYet || isNone) return undefined;
    const takenBy = [
      ...ids.map((id) => this.#ids.get(id.toLowerCase())),
      ...names.map((name) => this.#ofName(name)),
      ...(typeof pattern === "string" && pattern !== "" ? [this.#ofPattern(pattern)] : []),
    ];
    const found = takenBy.filter((each) => each !== undefined);
    if (found.length < takenBy.length) return undefined;
    return [...new Set(found)].sort((left, right) => left - right);
  }

  #ofName = (name: string): number | undefined =>
    this.#names.get(name) ?? this.#candidates(name).find(({ pattern }) => like(pattern)(name))?.at;

  #ofPattern(pattern: string): number | undefined {
    if (!isValid(pattern)) return undefined;
    return this.#candidates(prefixOf(pattern)).find((each) => patternCovers(each.pattern, pattern))?.at;
  }

  #candidates(beginning: string): readonly TakingPattern[] {
    const found: TakingPattern[] = [];
    for (let length = 0; length <= beginning.length; length += 1)
      found.push(...(this.#patterns.get(beginning.slice(0, length)) ?? []));
    return found;
  }
}

const remember = (places: Map<string, number>, key: string, at: number): void => {
  if (!places.has(key)) places.set(key, at);
};

/** The members of a selector that are texts; undefined where they are not known. */
function membersOf(selector: WrittenSelectors["repositoryNames"]): readonly string[] | undefined {
  if (selector === notKnownYet) return undefined;
  const members = selector ?? [];
  return members.every((each) => typeof each === "string") ? members : undefined;
}

function isValid(pattern: string): boolean {
  try {
    like(pattern);
    return true;
  } catch (thrown) {
    if (thrown instanceof LikePatternError) return false;
    throw thrown;
  }
}

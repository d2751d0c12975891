import type { DesiredAssignments, DesiredRule, RuleTarget } from "../../model/desired";
import type { Address } from "../../model/ids";
import { literalPattern } from "../../model/like-automaton";
import { LikePatternError, parseLike } from "../../model/sql-like";
import type { Destination } from "../plan/moves";

/** What selects repositories that do not exist yet: a pattern, or a name or an id as one. */
export interface Selector {
  readonly pattern: string;
  /** As it is declared. */
  readonly shown: string;
}

/** A rule, as far as it is about repositories that do not exist yet. */
export interface FutureRule {
  readonly assignments: Address;
  /** Counted from 0. */
  readonly rule: number;
  readonly selectors: readonly Selector[];
  /** Absent for a rule that leaves repositories as they are. */
  readonly target?: Destination;
}

/** The rules of every RepositoryAssignments of one declaration. */
export interface RuleList {
  readonly blocks: readonly (readonly FutureRule[])[];
}

/** What a list of rules does with one name. */
export type Decision =
  | { readonly is: "assigned"; readonly by: FutureRule; readonly selector: Selector }
  /** Without a rule: none matches. */
  | { readonly is: "none"; readonly by?: FutureRule; readonly selector?: Selector }
  | { readonly is: "claimed-twice"; readonly first: FutureRule; readonly second: FutureRule };

/**
 * The rules of a declaration as they match repositories that do not exist yet: by pattern and by name.
 *
 * @param isOut whether no future repository can have the name: a live one has it, or it is that of one that is gone
 * @param destinationOf undefined for what the account does not have
 * @param id of the repositories, where they have one: a rule that selects it takes any name
 */
export function ruleList(
  assignments: readonly DesiredAssignments[],
  isOut: (name: string) => boolean,
  destinationOf: (target: RuleTarget) => Destination | undefined,
  id?: string,
): RuleList {
  return {
    blocks: assignments.map(({ address, rules }) =>
      rules.flatMap((each, rule): readonly FutureRule[] => {
        const selectors = selectorsOf(each, isOut, id);
        if (selectors.length === 0) return [];
        const target = destinationOf(each.target);
        return [{ assignments: address, rule, selectors, ...(target === undefined ? {} : { target }) }];
      }),
    ),
  };
}

const selectorsOf = (
  { repositoryIds = [], repositoryNames = [], repositoryPattern: pattern }: DesiredRule,
  isOut: (name: string) => boolean,
  id: string | undefined,
): readonly Selector[] => [
  ...repositoryIds.filter((each) => each === id).map((each) => ({ pattern: "%", shown: each })),
  ...repositoryNames.filter((name) => !isOut(name)).map((name) => ({ pattern: literalPattern(name), shown: name })),
  ...(pattern === undefined || !isPattern(pattern) ? [] : [{ pattern, shown: pattern }]),
];

/** A base may hold a pattern that is an error: it matches nothing. */
function isPattern(text: string): boolean {
  try {
    parseLike(text);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof LikePatternError)) throw thrown;
    return false;
  }
}

/**
 * What a list does with a name: within each block the first rule that matches decides, as in `route`.
 *
 * @param matches whether the name matches a pattern
 */
export function decide({ blocks }: RuleList, matches: (pattern: string) => boolean): Decision {
  let decision: Decision = { is: "none" };
  for (const rules of blocks) {
    const found = firstIn(rules, matches);
    if (found === undefined) continue;
    if (found.by.target === undefined) {
      if (decision.is === "none") decision = { is: "none", ...found };
    } else if (decision.is === "assigned") return { is: "claimed-twice", first: decision.by, second: found.by };
    else decision = { is: "assigned", ...found };
  }
  return decision;
}

function firstIn(rules: readonly FutureRule[], matches: (pattern: string) => boolean) {
  for (const by of rules) {
    const selector = by.selectors.find(({ pattern }) => matches(pattern));
    if (selector !== undefined) return { by, selector };
  }
  return undefined;
}

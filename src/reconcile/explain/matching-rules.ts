import type { Desired, DesiredRule } from "../../model/desired";
import type { Repository } from "../../model/entities";
import type { Address } from "../../model/ids";
import { matcher } from "../plan/route";
import { indexRules } from "../plan/rule-index";

/** A rule that matches a repository, whether or not it decides. */
export interface MatchingRule {
  readonly assignments: Address;
  /** Counted from 0. */
  readonly rule: number;
  /** The selector that matched: the repository's id, its name, or the pattern. */
  readonly matched: string;
  readonly declared: DesiredRule;
}

/** Finds every rule that matches a repository, in the order of the declaration. The patterns must be valid. */
export function matchingRules({ assignments }: Desired): (repository: Repository) => readonly MatchingRule[] {
  const blocks = assignments.map(({ address, rules }) => ({
    address,
    rules,
    candidates: indexRules(rules),
    matchers: rules.map(matcher),
  }));
  return (repository) =>
    blocks.flatMap(({ address, rules, candidates, matchers }) =>
      [...new Set(candidates(repository))].flatMap((rule): readonly MatchingRule[] => {
        const matched = matchers[rule]?.(repository);
        const declared = rules[rule];
        return matched === undefined || declared === undefined
          ? []
          : [{ assignments: address, rule, matched, declared }];
      }),
    );
}

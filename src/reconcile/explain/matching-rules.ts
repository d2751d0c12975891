import type { Desired, DesiredRule } from "../../model/desired";
import type { Repository } from "../../model/entities";
import type { Address } from "../../model/ids";
import { matcher } from "../plan/route";

/** A rule that matches a repository, whether or not it decides. */
export interface MatchingRule {
  readonly assignments: Address;
  /** Counted from 0. */
  readonly rule: number;
  /** The selector that matched: the repository's id, its name, or the pattern. */
  readonly matched: string;
  readonly declared: DesiredRule;
}

/** Every rule that matches a repository, in the order of the declaration. The patterns must be valid. */
export const matchingRules = ({ assignments }: Desired, repository: Repository): readonly MatchingRule[] =>
  assignments.flatMap(({ address, rules }) =>
    rules.flatMap((declared, rule): readonly MatchingRule[] => {
      const matched = matcher(declared)(repository);
      return matched === undefined ? [] : [{ assignments: address, rule, matched, declared }];
    }),
  );

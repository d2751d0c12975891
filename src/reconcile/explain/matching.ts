import type { Desired, DesiredRule } from "../../model/desired";
import type { Repository } from "../../model/observed";
import type { Address } from "../../model/ids";
import { indexRules, matcher } from "../plan/rule-index";

/**
 * Why a rule that matches does not decide.
 * - `later`: a rule of the same RepositoryAssignments that comes earlier matches too.
 * - `left`: it leaves the repository, and another RepositoryAssignments assigns it, or leaves it too.
 */
type Reason = "later" | "left";

export interface LostRule extends MatchingRule {
  readonly why: Reason;
}

const reasonOf = ({ assignments, rule }: MatchingRule, matching: readonly MatchingRule[]): Reason =>
  matching.some((each) => each.assignments === assignments && each.rule < rule) ? "later" : "left";

/** A rule that matches a repository, whether or not it decides. */
export interface MatchingRule {
  readonly assignments: Address;
  /** Counted from 0. */
  readonly rule: number;
  /** The selector that matched: the repository's id, its name, or the pattern. */
  readonly matched: string;
  readonly declared: DesiredRule;
}

/** The rules that match a repository. */
interface Matches {
  /** The rule that decides; undefined where none matches. */
  readonly winner: MatchingRule | undefined;
  readonly lost: readonly LostRule[];
}

/**
 * Finds the rules that match repositories, as `route` decides about them: within one RepositoryAssignments the first
 * that matches; of several, the one that assigns. The patterns must be valid.
 */
export function matchesIn({
  assignments,
}: Pick<Desired, "assignments">): (repository: Pick<Repository, "id" | "name">) => Matches {
  const blocks = assignments.map(({ address, rules }) => ({
    address,
    rules,
    candidates: indexRules(rules),
    matchers: rules.map(matcher),
  }));
  return (repository) => {
    const matching = blocks.flatMap(({ address, rules, candidates, matchers }) =>
      candidates(repository).flatMap((rule, at, all): readonly MatchingRule[] => {
        const declared = rules[rule];
        // one that names a repository in several ways is a candidate by each of them
        const matched = all[at - 1] === rule ? undefined : matchers[rule]?.(repository);
        return declared === undefined || matched === undefined
          ? []
          : [{ assignments: address, rule, matched, declared }];
      }),
    );
    const first = matching.filter(
      (each, at) => matching.findIndex(({ assignments: own }) => own === each.assignments) === at,
    );
    const winner = first.find(({ declared }) => !("leave" in declared.target)) ?? first.at(-1);
    return {
      winner,
      lost: matching.filter((each) => each !== winner).map((each) => ({ ...each, why: reasonOf(each, matching) })),
    };
  };
}

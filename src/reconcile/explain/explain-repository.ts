import type { LeafChange } from "../../model/compare-settings";
import type { Observed, Repository } from "../../model/entities";
import type { RepositoryClass } from "../../model/repository-class";
import type { Plan } from "../plan/plan";
import { type MatchingRule, matchingRules } from "./matching-rules";
import { type Standing, standingsOf } from "./standing";

/**
 * Why a rule that matches does not decide.
 * - `later`: a rule of the same RepositoryAssignments that stands before it matches too.
 * - `left`: it leaves the repository, and another RepositoryAssignments assigns it, or leaves it too.
 */
export type Reason = "later" | "left";

export interface LostRule extends MatchingRule {
  readonly why: Reason;
}

/** What decides about one repository, and what that does. */
export interface RepositoryExplanation {
  readonly repository: Repository;
  /** Undefined where no rule matches: the repository keeps what it has. */
  readonly rule: MatchingRule | undefined;
  readonly lost: readonly LostRule[];
  readonly before: Standing | null;
  readonly after: Standing | null;
  /** The leaves that change; empty where the repository is unaffected. */
  readonly changes: readonly LeafChange[];
  readonly class: RepositoryClass | "unaffected";
}

/** @param repository one of those that the plan was made of */
export function explainRepository(plan: Plan, observed: Observed, repository: Repository): RepositoryExplanation {
  const { before, after, routeOf, effectOf } = standingsOf(plan, observed);
  const route = routeOf(repository);
  const matching = matchingRules(plan.desired, repository);
  // within one RepositoryAssignments, the first rule that matches decides
  const winner = route && matching.find(({ assignments }) => assignments === route.assignments);
  const effect = effectOf(repository);
  return {
    repository,
    rule: winner,
    lost: matching.filter((each) => each !== winner).map((each) => ({ ...each, why: reasonOf(each, matching) })),
    before: before(repository),
    after: after(repository),
    changes: effect?.changes ?? [],
    class: effect?.class ?? "unaffected",
  };
}

const reasonOf = ({ assignments, rule }: MatchingRule, matching: readonly MatchingRule[]): Reason =>
  matching.some((each) => each.assignments === assignments && each.rule < rule) ? "later" : "left";

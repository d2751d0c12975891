import type { DesiredRule } from "../../model/desired";
import type { Observed, Repository } from "../../model/entities";
import type { Address } from "../../model/ids";
import type { RepositoryClass } from "../../model/repository-class";
import type { Plan } from "../plan/plan";
import { byName, type Route } from "../plan/route";
import { type Standing, standingsOf } from "./standing";

/** One repository among all. */
export interface RoutedRepository {
  readonly repository: Repository;
  /** Undefined where no rule matches. */
  readonly route: Route | undefined;
  readonly after: Standing | null;
  readonly class: RepositoryClass | "unaffected";
}

/** One rule among all. */
export interface CountedRule {
  readonly assignments: Address;
  /** Counted from 0. */
  readonly rule: number;
  readonly declared: DesiredRule;
  /** The number of repositories that it decides about. */
  readonly decides: number;
}

/** Which rule decides about each repository of an account, and about how many each rule decides. */
export interface AccountExplanation {
  /** In the order of their names. */
  readonly repositories: readonly RoutedRepository[];
  readonly rules: readonly CountedRule[];
}

export function explainAccount(plan: Plan, observed: Observed): AccountExplanation {
  const { after, routeOf, effectOf } = standingsOf(plan, observed);
  const decided = new Map<string, number>();
  plan.routes.forEach((route) => decided.set(keyOf(route), (decided.get(keyOf(route)) ?? 0) + 1));
  return {
    repositories: observed.repositories.toSorted(byName).map((repository) => ({
      repository,
      route: routeOf(repository),
      after: after(repository),
      class: effectOf(repository)?.class ?? "unaffected",
    })),
    rules: plan.desired.assignments.flatMap(({ address: assignments, rules }) =>
      rules.map((declared, rule) => ({
        assignments,
        rule,
        declared,
        decides: decided.get(keyOf({ assignments, rule })) ?? 0,
      })),
    ),
  };
}

const keyOf = ({ assignments, rule }: Pick<Route, "assignments" | "rule">): string => `${assignments} ${String(rule)}`;

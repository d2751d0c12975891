import type { z } from "zod";
import { repositoryClasses } from "../model/leaf-verdict";
import { type RepositoryCounts, repositoryCounts } from "../reconcile/plan/effects";
import { isFutureWeakening } from "../reconcile/plan/base";
import { isEmpty } from "../reconcile/plan/plan";
import type { planShape } from "./document-shape";
import { deniedBy } from "./policy-review";
import type { PlanReport } from "./renderer";

/** Nothing changes, neither in the account nor beside the base, and no policy says anything. */
export const isIdle = (plan: PlanReport): boolean =>
  isEmpty(plan) && !differsFromBase(plan) && (plan.policies?.findings.length ?? 0) === 0;

const differsFromBase = ({ base }: PlanReport): boolean =>
  base !== undefined && base.future.length + base.noLongerDeclared.length + base.prolonged.length > 0;

/** What plans of several accounts do together, as in their document. */
type Overall = z.infer<typeof planShape>["overall"];

export function overallOf(plans: readonly PlanReport[]): Overall {
  const total = (of: (plan: PlanReport) => number): number => plans.reduce((sum, plan) => sum + of(plan), 0);
  const triaging = (action: string) => total(({ triages }) => triages.filter((each) => each.action === action).length);
  const counts = plans.map(countsOf);
  const sum = (kind: keyof RepositoryCounts): number => counts.reduce((all, each) => all + each[kind], 0);
  const repositories: RepositoryCounts = {
    weakens: sum("weakens"),
    unclassified: sum("unclassified"),
    strengthens: sum("strengthens"),
    neutral: sum("neutral"),
    unaffected: sum("unaffected"),
    mixed: sum("mixed"),
  };
  return {
    class: classOf(repositories),
    accounts: plans.length,
    changed: plans.filter((each) => !isEmpty(each)).length,
    repositories,
    deletions: total(({ deletions }) => deletions.length),
    triages: { set: triaging("set"), remove: triaging("remove") },
  };
}

const countsOf = (plan: PlanReport): RepositoryCounts => repositoryCounts(plan.effects, plan.repositories);

const classOf = (counts: RepositoryCounts): Overall["class"] =>
  repositoryClasses.find((each) => counts[each] > 0) ?? "unaffected";

/**
 * What belongs to accounts, the worst first: what weakens, then what deletes, weakens what no repository has, loosens
 * what its base declares, or is denied, then the other classes, and what changes nothing last; of one kind those of most repositories
 * first.
 */
export function worstFirst<T>(all: readonly T[], planOf: (each: T) => PlanReport): readonly T[] {
  const ranked = all.map((each) => ({ each, ...rankOf(planOf(each)) }));
  return ranked.sort((one, other) => one.rank - other.rank || other.many - one.many).map(({ each }) => each);
}

function rankOf(plan: PlanReport): { readonly rank: number; readonly many: number } {
  const counts = countsOf(plan);
  const kind = classOf(counts);
  if (kind === "weakens") return { rank: 0, many: counts.weakens };
  const { future = [], prolonged = [] } = plan.base ?? {};
  const hidden =
    plan.deletions.length + plan.unused.length + future.filter(isFutureWeakening).length + prolonged.length;
  const denied = plan.policies === undefined ? 0 : deniedBy(plan.policies).length;
  if (hidden + denied > 0) return { rank: 1, many: hidden + denied };
  if (kind !== "unaffected") return { rank: 2 + repositoryClasses.indexOf(kind), many: counts[kind] };
  return isIdle(plan) ? { rank: 20, many: 0 } : { rank: 10, many: plan.requests.planned };
}

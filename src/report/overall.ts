import { repositoryClasses } from "../model/leaf-verdict";
import { isFutureWeakening } from "../reconcile/plan/base-comparison";
import type { RepositoryCounts } from "../reconcile/plan/effects";
import type { AccountDocument, PlanDocument } from "./document";
import { deniedBy } from "./policy-review";

/** Applying it would change nothing. */
export const isEmpty = ({ requests }: Pick<AccountDocument, "requests">): boolean => requests.planned === 0;

/** Nothing changes, neither in the account nor beside the base, and no policy says anything. */
export const isIdle = (plan: AccountDocument): boolean =>
  isEmpty(plan) && !differsFromBase(plan) && (plan.policies?.length ?? 0) === 0;

const differsFromBase = ({ future = [], no_longer_declared: dropped = [], prolonged = [] }: AccountDocument): boolean =>
  future.length + dropped.length + prolonged.length > 0;

/** The number of repositories of an account, or of several. */
export const repositoriesIn = (counts: RepositoryCounts): number =>
  repositoryClasses.reduce((sum, each) => sum + counts[each], counts.unaffected);

/** What plans of several accounts do together. */
export function overallOf(plans: readonly AccountDocument[]): PlanDocument["overall"] {
  const total = (of: (plan: AccountDocument) => number): number => plans.reduce((sum, plan) => sum + of(plan), 0);
  const sum = (kind: keyof RepositoryCounts): number => total(({ summary }) => summary.repositories[kind]);
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
    triages: { set: total(({ summary }) => summary.triage.set), remove: total(({ summary }) => summary.triage.remove) },
  };
}

const classOf = (counts: RepositoryCounts): PlanDocument["overall"]["class"] =>
  repositoryClasses.find((each) => counts[each] > 0) ?? "unaffected";

/**
 * The accounts, the worst first: what weakens, then what deletes, weakens what no repository has, loosens what its base
 * declares, or is denied, then the other classes, and what changes nothing last; of one kind those of most repositories
 * first.
 */
export function worstFirst(plans: readonly AccountDocument[]): readonly AccountDocument[] {
  const ranked = plans.map((plan) => ({ plan, ...rankOf(plan) }));
  return ranked.sort((one, other) => one.rank - other.rank || other.many - one.many).map(({ plan }) => plan);
}

function rankOf(plan: AccountDocument): { readonly rank: number; readonly many: number } {
  const counts = plan.summary.repositories;
  const kind = classOf(counts);
  if (kind === "weakens") return { rank: 0, many: counts.weakens };
  const { deletions, unused, future = [], prolonged = [] } = plan;
  const hidden = deletions.length + unused.length + future.filter(isFutureWeakening).length + prolonged.length;
  const denied = deniedBy(plan).length;
  if (hidden + denied > 0) return { rank: 1, many: hidden + denied };
  if (kind !== "unaffected") return { rank: 2 + repositoryClasses.indexOf(kind), many: counts[kind] };
  return isIdle(plan) ? { rank: 20, many: 0 } : { rank: 10, many: plan.requests.planned };
}

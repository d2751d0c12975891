import { error } from "../diagnostics/diagnostic";
import type { GateCondition } from "./gate-conditions";
import { type RepositoryCounts, repositoryCounts } from "../reconcile/plan/effects";
import { isEmpty, type Plan } from "../reconcile/plan/plan";
import { accountLine } from "../report/head";

const reasons: Readonly<Record<GateCondition, (plan: Plan, counts: RepositoryCounts) => string | undefined>> = {
  weakens: (_plan, { weakens }) => counted(weakens, "repository is", "repositories are", "weakened"),
  unclassified: (_plan, { unclassified }) =>
    counted(unclassified, "repository changes", "repositories change", "in what has no known direction"),
  deletes: ({ deletions }) => counted(deletions.length, "configuration is", "configurations are", "deleted"),
};

/**
 * The plan, refused if it meets one of the conditions.
 *
 * @param several it is one of several accounts, so that a refusal names its own
 * @param dryRun the provider block says that nothing is to be written
 */
export function gated(plan: Plan, failOn: readonly GateCondition[] = [], several = false, dryRun = false): Plan {
  const counts = repositoryCounts(plan.effects, plan.repositories);
  const account = several ? `${accountLine(plan.account)}: ` : "";
  const refusals = failOn.flatMap((condition) => {
    const reason = reasons[condition](plan, counts);
    if (reason === undefined) return [];
    return [error("gate-closed", `${account}${reason}, and --fail-on ${condition} rejects this plan.`)];
  });
  if (dryRun && !isEmpty(plan))
    refusals.push(
      error("dry-run", `${account}The provider block has dry_run, so nothing was written. Remove it to apply this.`, {
        address: "provider.scanform",
        path: "dry_run",
      }),
    );
  return refusals.length === 0 ? plan : { ...plan, refusals: [...plan.refusals, ...refusals] };
}

const counted = (count: number, one: string, many: string, what: string): string | undefined =>
  count === 0 ? undefined : `${count.toLocaleString("en")} ${count === 1 ? one : many} ${what}`;

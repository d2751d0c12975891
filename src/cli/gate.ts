import { error } from "../diagnostics/diagnostic";
import type { GateCondition } from "./gate-conditions";
import { type RepositoryCounts, repositoryCounts } from "../reconcile/plan/effects";
import type { Plan } from "../reconcile/plan/plan";
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
 */
export function gated(plan: Plan, failOn: readonly GateCondition[] = [], several = false): Plan {
  const counts = repositoryCounts(plan.effects, plan.repositories);
  const refusals = failOn.flatMap((condition) => {
    const reason = reasons[condition](plan, counts);
    return reason === undefined
      ? []
      : [
          error(
            "gate-closed",
            `${several ? `${accountLine(plan.account)}: ` : ""}${reason}, and --fail-on ${condition} rejects this plan.`,
          ),
        ];
  });
  return refusals.length === 0 ? plan : { ...plan, refusals: [...plan.refusals, ...refusals] };
}

const counted = (count: number, one: string, many: string, what: string): string | undefined =>
  count === 0 ? undefined : `${count.toLocaleString("en")} ${count === 1 ? one : many} ${what}`;

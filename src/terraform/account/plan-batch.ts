import type { DesiredAssignments, DesiredConfiguration } from "../../model/desired";
import type { Observed } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import { type Plan, plan } from "../../reconcile/plan/plan";
import type { AddressedChange } from "./addressed-change";
import type { BatchContext } from "./batch-context";

/** Plans all changes. A PUT must name the repositories that stay: with one, the repositories are read. */
export async function planBatch(
  open: readonly AddressedChange[],
  configurations: readonly DesiredConfiguration[],
  observed: Observed,
  { account, options, lists, ledger }: BatchContext,
): Promise<Plan> {
  const live = new Set<string>(observed.configurations.map(({ id }) => id));
  const desired = {
    configurations,
    assignments: open.flatMap(assignmentsOf),
    deletions: open.flatMap(({ change }) =>
      change.kind === "deletion" && live.has(change.id) && !ledger.configurations.isAdopted(change.id)
        ? [change.id]
        : [],
    ),
  };
  const forced = { ...options, force: true }; // the safety limits were checked when Terraform planned
  const first = plan(account, desired, observed, forced);
  if (observed.repositories.length > 0 || !first.writes.some(({ kind }) => kind === "put")) return first;
  return plan(account, desired, { ...observed, repositories: await lists.complete("repositories") }, forced);
}

function assignmentsOf({ at, change }: AddressedChange): readonly DesiredAssignments[] {
  if (change.kind !== "assignment") return [];
  const rules = [...groupBy(change.assigned, ([, to]) => to)].map(([id, repositories]) => ({
    target: { configuration: { id } },
    repositoryIds: repositories.map(([repository]) => repository),
  }));
  return [{ address: at, rules }];
}

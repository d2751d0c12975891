import type { Repository } from "../model/entities";
import type { RepositoryId } from "../model/ids";
import { byName } from "../reconcile/plan/route";
import type { PlanReport } from "../report/renderer";

/** A repository with its configurations: an id, or the address of one that is yet to be created. */
export interface KnownRepository {
  readonly repository: Repository;
  /** Absent where it has none. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** In the order of their names: all repositories of the account, or those that a saved plan is about. */
export function knownRepositories(plan: PlanReport): readonly KnownRepository[] {
  const { standing } = plan;
  if (standing !== undefined)
    return standing.repositories.map(({ repository, configuration }) => {
      const after = configuration === null ? undefined : standing.configurations[configuration];
      return { repository, from: repository.configuration_id, to: after?.id ?? after?.address };
    });
  const found = new Map<RepositoryId, KnownRepository>();
  for (const { repository } of plan.unmoved)
    found.set(repository.id, { repository, from: repository.configuration_id, to: repository.configuration_id });
  for (const { to, repositories } of plan.effects)
    for (const { repository } of repositories)
      found.set(repository.id, { repository, from: repository.configuration_id, to: to?.id ?? to?.address });
  for (const { live, remaining } of plan.deletions)
    for (const repository of remaining) found.set(repository.id, { repository, from: live.id });
  for (const { repository, from, to } of plan.moves)
    found.set(repository.id, { repository, from, to: "id" in to ? to.id : to.address });
  return [...found.values()].sort((one, other) => byName(one.repository, other.repository));
}

import type { Configuration } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import type { Plan } from "../plan/plan";

/** What writes rest on: the account as it was when they were decided on. */
export interface Basis {
  readonly configurations: ReadonlyMap<ConfigurationId, Configuration>;
  /** The configuration of repositories; one that is absent here has the configuration of the write that lists it. */
  readonly repositories: ReadonlyMap<RepositoryId, ConfigurationId | undefined>;
}

/** Parts of a plan by what a write names. */
export interface PlanIndex {
  readonly addresses: ReadonlyMap<ConfigurationId, Address>;
  readonly changes: ReadonlyMap<ConfigurationId, Plan["configurations"][number]>;
  readonly moves: ReadonlyMap<RepositoryId, Plan["moves"][number]>;
  /** The repositories that the plan takes away from each configuration. */
  readonly leaving: ReadonlyMap<ConfigurationId | undefined, ReadonlySet<RepositoryId>>;
  /** The repositories that still have a configuration when it is deleted. */
  readonly remaining: ReadonlyMap<ConfigurationId, readonly RepositoryId[]>;
  /** The category before, by the id of the finding in lower case. */
  readonly triages: ReadonlyMap<string, string | null>;
}

export function indexPlan({ configurations, deletions, moves, triages }: Plan): PlanIndex {
  const live = configurations.flatMap((each) => (each.live === undefined ? [] : [{ ...each, id: each.live.id }]));
  return {
    addresses: new Map([
      ...live.map(({ id, address }) => [id, address] as const),
      ...deletions.map((each) => [each.live.id, each.address] as const),
    ]),
    changes: new Map(live.map((each) => [each.id, each])),
    moves: new Map(moves.map((each) => [each.repository.id, each])),
    leaving: new Map(
      [...groupBy(moves, ({ from }) => from)].map(([id, gone]) => [
        id,
        new Set(gone.map(({ repository }) => repository.id)),
      ]),
    ),
    remaining: new Map(deletions.map((each) => [each.live.id, each.remaining.map(({ id }) => id)])),
    triages: new Map(triages.map(({ declared, before }) => [declared.findingId.toLowerCase(), before])),
  };
}

/** The basis of a plan: what it has read. */
export const basisOf = ({ configurations, deletions, moves, basis }: Plan): Basis => ({
  configurations: new Map(
    [
      ...basis.configurations,
      ...configurations.flatMap(({ live }) => live ?? []),
      ...deletions.map(({ live }) => live),
    ].map((each) => [each.id, each]),
  ),
  repositories: new Map(moves.map(({ repository, from }) => [repository.id, from])),
});

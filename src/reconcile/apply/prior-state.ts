import type { Configuration } from "../../model/observed";
import type { ConfigurationId, RepositoryId } from "../../model/ids";
import type { Plan } from "../plan/plan";

/** What writes rest on: the account as it was when they were decided on. */
export interface PriorState {
  readonly configurations: ReadonlyMap<ConfigurationId, Configuration>;
  /** The configuration of repositories; one that is absent here has the configuration of the write that lists it. */
  readonly repositories: ReadonlyMap<RepositoryId, ConfigurationId | undefined>;
}

/** The prior state of a plan: what it has read. */
export const priorStateOf = ({ observed, configurations, deletions, moves }: Plan): PriorState => ({
  configurations: new Map(
    [
      ...observed.configurations,
      ...configurations.flatMap(({ live }) => live ?? []),
      ...deletions.map(({ live }) => live),
    ].map((each) => [each.id, each]),
  ),
  repositories: new Map(moves.map(({ repository, from }) => [repository.id, from])),
});

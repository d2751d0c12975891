import type { Observed, Repository } from "../../model/observed";
import { remembered } from "../../model/group-by";
import { configurationId } from "../../model/ids";
import { changesById, type PlannedChanges } from "./change";
import type { Held } from "./effects";
import { byName } from "./route";

/** An account once a plan is applied. */
export interface Afterwards {
  /** Those that are declared, then the others that stay, then those that repositories have and the service does not list. */
  readonly configurations: readonly Held[];
  /** In the order of their names. */
  readonly repositories: readonly {
    readonly repository: Repository;
    /** The position of its configuration among `configurations`; null where it has none. */
    readonly configuration: number | null;
  }[];
}

/** What holds once a plan is applied: every configuration, and which one each repository has. */
export function afterwards(
  { configurations, deletions, moves }: Omit<PlannedChanges, "holders">,
  { configurations: live, repositories }: Pick<Observed, "configurations" | "repositories">,
): Afterwards {
  const deleted = new Set<string>(deletions.map((each) => each.live.id));
  const byId = changesById(configurations);
  const standing: Held[] = [
    ...configurations.map((each) => ({
      id: each.live?.id,
      address: each.address,
      name: each.declared.name,
      settings: each.after,
    })),
    ...live.filter(({ id }) => !byId.has(id) && !deleted.has(id)),
  ];
  const positions = new Map<string | undefined, number>(standing.map((each, at) => [each.id ?? each.address, at]));
  const moved = new Map(moves.map(({ repository, to }) => [repository.id, "id" in to ? to.id : to.address]));
  const having = repositories.toSorted(byName).map((repository) => {
    const has = moved.get(repository.id) ?? repository.configuration_id;
    if (has === undefined || deleted.has(has)) return { repository, configuration: null };
    const unlisted = { id: configurationId(has) };
    return { repository, configuration: remembered(positions, has, () => standing.push(unlisted) - 1) };
  });
  return { configurations: standing, repositories: having };
}

import type { Observed, Repository } from "../../model/entities";
import { remembered } from "../../model/group-by";
import { type Address, type ConfigurationId, configurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { changesById, type PlannedChanges } from "./change";
import { byName } from "./route";

/** A configuration as a repository has it, now or after an apply. */
export interface AssignedConfiguration {
  /** Absent before it is created. */
  readonly id?: ConfigurationId;
  /** Its address, if it is declared. */
  readonly address?: Address;
  readonly name?: string;
  /** Empty where the service does not list the configuration. */
  readonly settings: Settings;
}

export const assignedConfiguration = (
  declared: { readonly address: Address } | undefined,
  { id, name }: { readonly id?: ConfigurationId | undefined; readonly name?: string | undefined },
  settings: Settings,
): AssignedConfiguration => ({ id, address: declared?.address, name, settings });

/** An account once a plan is applied. */
export interface Afterwards {
  /** Those that are declared, then the others that stay, then those that repositories have and the service does not list. */
  readonly configurations: readonly (Omit<AssignedConfiguration, "settings"> & {
    /** Null where they are not known: the service does not list the configuration. */
    readonly settings: Settings | null;
  })[];
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
  const declared = changesById(configurations);
  const standing: Afterwards["configurations"][number][] = [
    ...configurations.map((each) =>
      assignedConfiguration(each, { id: each.live?.id, name: each.declared.name }, each.after),
    ),
    ...live
      .filter(({ id }) => !declared.has(id) && !deleted.has(id))
      .map((each) => assignedConfiguration(undefined, each, each.settings)),
  ];
  const positions = new Map<string | undefined, number>(standing.map((each, at) => [each.id ?? each.address, at]));
  const moved = new Map(moves.map(({ repository, to }) => [repository.id, "id" in to ? to.id : to.address]));
  const having = repositories.toSorted(byName).map((repository) => {
    const has = moved.get(repository.id) ?? repository.configuration_id;
    if (has === undefined || deleted.has(has)) return { repository, configuration: null };
    const unlisted = { id: configurationId(has), settings: null };
    return { repository, configuration: remembered(positions, has, () => standing.push(unlisted) - 1) };
  });
  return { configurations: standing, repositories: having };
}

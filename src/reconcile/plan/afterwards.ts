import type { Configuration, Observed, Repository } from "../../model/entities";
import type { Address, ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { changesById, type PlannedChanges } from "./change";
import { destinations } from "./moves";
import { byName, type Placement } from "./route";

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

/** The parts of a plan that decide what holds once it is applied. */
interface Deciding extends Pick<PlannedChanges, "configurations" | "deletions"> {
  readonly routes: readonly Placement[];
}

export const assignedConfiguration = (
  declared: { readonly address: Address } | undefined,
  { id, name }: { readonly id?: ConfigurationId | undefined; readonly name?: string | undefined },
  settings: Settings,
): AssignedConfiguration => ({ id, address: declared?.address, name, settings });

/** A live configuration as it is now; its settings are empty where the service does not list it. */
export function assignedBefore(
  { configurations }: Pick<Deciding, "configurations">,
  { configurations: observed }: Pick<Observed, "configurations">,
): (id: ConfigurationId) => AssignedConfiguration {
  const live = new Map(observed.map((each) => [each.id, each]));
  const declared = changesById(configurations);
  return (id) => {
    const now = live.get(id);
    return assignedConfiguration(declared.get(id), { id, name: now?.name }, now?.settings ?? {});
  };
}

/** What each repository has once a plan is applied; null where it has no configuration. */
export function assignedAfter(
  plan: Deciding,
  observed: Pick<Observed, "configurations">,
): (repository: Repository) => AssignedConfiguration | null {
  const declared = changesById(plan.configurations);
  const deleted = new Set(plan.deletions.map((each) => each.live.id));
  const destinationOf = destinations(plan.configurations, observed.configurations);
  const routes = new Map(plan.routes.map((route) => [route.repository.id, route]));
  const liveOne = assignedBefore(plan, observed);
  const kept = (id: ConfigurationId): AssignedConfiguration | null => {
    if (deleted.has(id)) return null;
    const change = declared.get(id);
    return change === undefined
      ? liveOne(id)
      : assignedConfiguration(change, { id, name: change.declared.name }, change.after);
  };
  return ({ id: repository, configuration_id: id }) => {
    const route = routes.get(repository);
    const to = route && destinationOf(route.target);
    if (to !== undefined)
      return assignedConfiguration("address" in to.ref ? to.ref : declared.get(to.ref.id), to, to.after);
    return id === undefined ? null : kept(id);
  };
}

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
  plan: Deciding,
  { configurations: live, repositories }: Pick<Observed, "configurations" | "repositories">,
): Afterwards {
  const deleted = new Set(plan.deletions.map((each) => each.live.id));
  const declared = changesById(plan.configurations);
  const after = assignedAfter(plan, { configurations: live });
  const standing: Afterwards["configurations"][number][] = [
    ...plan.configurations.map((each) =>
      assignedConfiguration(each, { id: each.live?.id, name: each.declared.name }, each.after),
    ),
    ...live.filter(({ id }) => !declared.has(id) && !deleted.has(id)).map(asItIs),
  ];
  const positions = new Map<string | undefined, number>(standing.map((each, at) => [each.id ?? each.address, at]));
  const positionOf = ({ settings: _unknown, ...unlisted }: AssignedConfiguration): number => {
    const key = unlisted.id ?? unlisted.address;
    const found = positions.get(key) ?? standing.push({ ...unlisted, settings: null }) - 1;
    positions.set(key, found);
    return found;
  };
  const having = repositories.toSorted(byName).map((repository) => {
    const assigned = after(repository);
    return { repository, configuration: assigned === null ? null : positionOf(assigned) };
  });
  return { configurations: standing, repositories: having };
}

const asItIs = ({ id, name, settings }: Configuration): AssignedConfiguration =>
  assignedConfiguration(undefined, { id, name }, settings);

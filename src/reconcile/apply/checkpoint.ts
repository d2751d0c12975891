import type { Desired } from "../../model/desired";
import type { Configuration, Repository } from "../../model/entities";
import type { Address, ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import type { Plan } from "../plan/plan";

/** A declared configuration as the service held it. */
export interface HeldConfiguration {
  readonly address: Address;
  /** Absent where it was still to be created. */
  readonly id?: ConfigurationId;
  readonly name?: string;
  readonly settings: Settings;
}

/** What a declaration owned at one moment, and what the service held of it: the memory of `drift`. */
export interface Checkpoint {
  readonly desired: Desired;
  readonly configurations: readonly HeldConfiguration[];
  /**
   * The configuration of each repository that a rule assigned: its id, or the address of one that was still to be
   * created; null where it had none.
   */
  readonly repositories: Readonly<Record<string, ConfigurationId | Address | null>>;
}

/** What was read after the writes. A list that was not read again is as the plan has it. */
export interface Seen {
  readonly configurations?: readonly Configuration[] | undefined;
  readonly repositories?: readonly Repository[] | undefined;
  /** The ids that the service gave to new configurations. */
  readonly created: ReadonlyMap<Address, ConfigurationId>;
}

/** What the service held when an apply had ended. */
export function checkpointOf(plan: Plan, { configurations, repositories, created }: Seen): Checkpoint {
  const live =
    configurations &&
    new Map<ConfigurationId | undefined, Configuration>(configurations.map((each) => [each.id, each]));
  const assigned = repositories && new Map(repositories.map((each) => [each.id, each.configuration_id]));
  return {
    desired: plan.desired,
    configurations: plan.configurations.flatMap((each): readonly HeldConfiguration[] => {
      const now = live === undefined ? each.live : live.get(each.live?.id ?? created.get(each.address));
      if (now === undefined) return [];
      const { id, name, settings } = now;
      return [{ address: each.address, id, name, settings }];
    }),
    repositories: Object.fromEntries(
      plan.routes.flatMap(({ target, repository: { id, configuration_id: before } }) =>
        "leave" in target ? [] : [[id, (assigned === undefined ? before : assigned.get(id)) ?? null]],
      ),
    ),
  };
}

/** The declared configurations once a plan is applied. */
export const plannedConfigurations = ({ configurations }: Pick<Plan, "configurations">): readonly HeldConfiguration[] =>
  configurations.map(({ address, live, declared, after }) => ({
    address,
    id: live?.id,
    name: declared.name,
    settings: after,
  }));

/** The configuration of each assigned repository once a plan is applied. */
export function plannedRepositories({
  configurations,
  routes,
}: Pick<Plan, "configurations" | "routes">): Checkpoint["repositories"] {
  const ids = new Map(configurations.map((each) => [each.address, each.live?.id]));
  return Object.fromEntries(
    routes.flatMap(({ target, repository }) => {
      if ("leave" in target) return [];
      const { configuration } = target;
      const goal = "id" in configuration ? configuration.id : (ids.get(configuration.address) ?? configuration.address);
      return [[repository.id, goal]];
    }),
  );
}

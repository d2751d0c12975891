import type { Configuration, ObservedTriages, Repository } from "../../model/observed";
import type { Address, ConfigurationId } from "../../model/ids";
import { categoryOf } from "../../model/triage";
import type { ConfigurationState } from "../../model/written";
import type { Plan } from "../plan/plan";

/** A declared configuration as the service held it. */
export interface HeldConfiguration extends ConfigurationState {
  readonly address: Address;
  readonly id: ConfigurationId;
}

/** What the service held, at one moment, of all that a plan was about: the memory of `drift`. */
export interface Checkpoint {
  readonly configurations: readonly HeldConfiguration[];
  /** The configuration of each repository that a rule assigned; null where it had none. */
  readonly repositories: Readonly<Record<string, ConfigurationId | null>>;
  /** Other repositories that have one of these configurations: who loses it where one is deleted. Absent for none. */
  readonly holders?: Readonly<Record<string, ConfigurationId>>;
  /** The category of each finding whose triage was declared, by the finding's id in lower case; null where it had none. */
  readonly triages: Readonly<Record<string, string | null>>;
}

/** What was read after the writes. A list that was not read again is as the plan has it. */
export interface Seen {
  readonly configurations?: readonly Configuration[] | undefined;
  readonly repositories?: readonly Repository[] | undefined;
  readonly triages?: ObservedTriages | undefined;
  /** The ids that the service gave to new configurations. */
  readonly created: ReadonlyMap<Address, ConfigurationId>;
}

/** What the service held when an apply had ended. */
export function checkpointOf(plan: Plan, { configurations, repositories, triages, created }: Seen): Checkpoint {
  const live =
    configurations &&
    new Map<ConfigurationId | undefined, Configuration>(configurations.map((each) => [each.id, each]));
  const held = plan.configurations.flatMap((each): readonly HeldConfiguration[] => {
    const now = live === undefined ? each.live : live.get(each.live?.id ?? created.get(each.address));
    if (now === undefined) return [];
    const { id, name, settings } = now;
    return [{ address: each.address, id, name, settings }];
  });
  const ids = new Set(held.map(({ id }) => id));
  const assigned = plan.routes.flatMap(({ target, repository }) => ("leave" in target ? [] : [repository.id]));
  const places = new Map((repositories ?? plan.observed.repositories).map((each) => [each.id, each.configuration_id]));
  const isAssigned = new Set<string>(assigned);
  const holders = [...places].flatMap(([id, has]) =>
    has !== undefined && ids.has(has) && !isAssigned.has(id) ? [[id, has] as const] : [],
  );
  return {
    configurations: held,
    repositories: Object.fromEntries(assigned.map((id) => [id, places.get(id) ?? null])),
    ...(holders.length === 0 ? {} : { holders: Object.fromEntries(holders) }),
    triages: Object.fromEntries(
      plan.triages.flatMap(({ action, declared: { findingId } }) => {
        const finding = findingId.toLowerCase();
        const seen = action === "no-op" ? plan.observed.triages : triages; // what was written and not read back is not known
        const status = seen?.found.get(finding);
        return seen === undefined || status?.is === "unclear" ? [] : [[finding, categoryOf(status)]];
      }),
    ),
  };
}

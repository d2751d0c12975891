import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import { address, type ConfigurationId, type RepositoryId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { target } from "../../reconcile/plan/merge";

/** A configuration that is to be created or adopted: Terraform knows its id only after apply. */
export interface PendingConfiguration {
  readonly name: string;
  /** Everything that it will hold. */
  readonly after: Settings;
}

/**
 * The settings that configurations are planned to hold, and the repositories that are planned to move to them. A move
 * is judged by the settings of its target, whichever of the two is planned first.
 */
export class PlannedSettings {
  readonly #changed = new Map<ConfigurationId, DesiredConfiguration>();
  readonly #pending: PendingConfiguration[] = [];
  /** By target: the settings that each arriving repository has before the move. */
  readonly #arriving = new Map<ConfigurationId, Map<RepositoryId, Settings>>();

  /**
   * @param live the configuration that is changed or adopted
   * @param isNew whether Terraform does not know the id yet
   */
  plan(desired: DesiredConfiguration, live: Configuration | undefined, isNew: boolean): void {
    if (live !== undefined) this.#changed.set(live.id, { ...desired, id: live.id, address: address(live.id) });
    if (isNew) this.#pending.push({ name: desired.name, after: target(live?.settings ?? {}, desired) });
  }

  /** Of these configurations, those that are planned to change. */
  changedAmong(ids: Iterable<ConfigurationId>): readonly DesiredConfiguration[] {
    return [...new Set(ids)].flatMap((id) => this.#changed.get(id) ?? []);
  }

  /** The configurations whose id is known only after apply. A rule with an unknown id assigns one of them. */
  get pending(): readonly PendingConfiguration[] {
    return this.#pending;
  }

  /** @param from the settings that the repository has before the move */
  planMove(repository: RepositoryId, to: ConfigurationId, from: Settings): void {
    const arriving = this.#arriving.get(to) ?? new Map<RepositoryId, Settings>();
    this.#arriving.set(to, arriving.set(repository, from));
  }

  /** The settings before the move, for each repository that is planned to move to the configuration. */
  arrivingAt(id: ConfigurationId): readonly Settings[] {
    return [...(this.#arriving.get(id)?.values() ?? [])];
  }
}

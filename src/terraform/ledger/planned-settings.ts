import type { LeafChange } from "../../model/compare-settings";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration, Repository } from "../../model/entities";
import { address, type ConfigurationId, type RepositoryId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { target } from "../../reconcile/plan/merge";

/** A configuration that is to be created: Terraform knows its id only after apply. */
export interface PendingConfiguration {
  /** Absent while it is not known. */
  readonly name?: string;
  /** Everything that it will hold, as far as that is known. */
  readonly after: Settings;
  /** What is known only after apply. */
  readonly unknown: readonly LeafChange[];
}

/** A repository that is planned to get another configuration. */
export interface PlannedMove {
  readonly repository: Repository;
  readonly from: ConfigurationId | undefined;
  /** What it has before the move; absent where it has none, or one that is not listed. */
  readonly listed: Configuration | undefined;
  /** Absent while the id is not known. */
  readonly to: ConfigurationId | undefined;
}

/**
 * The settings that configurations are planned to hold, and the repositories that are planned to move. A move is
 * judged by the settings of its target, whichever of the two is planned first.
 */
export class PlannedSettings {
  readonly #changed = new Map<ConfigurationId, DesiredConfiguration>();
  readonly #unknown = new Map<ConfigurationId, readonly LeafChange[]>();
  readonly #pending: PendingConfiguration[] = [];
  readonly #moves = new Map<RepositoryId, PlannedMove>();

  /**
   * @param live the configuration that is changed or adopted
   * @param unknown its leaves that are known only after apply
   * @returns the moves to it that were planned before
   */
  plan(
    desired: DesiredConfiguration,
    live: Configuration | undefined,
    unknown: readonly LeafChange[],
  ): readonly PlannedMove[] {
    if (live === undefined) {
      this.planPending({ name: desired.name, after: target({}, desired), unknown });
      return [];
    }
    this.#changed.set(live.id, { ...desired, id: live.id, address: address(live.id) });
    this.#unknown.set(live.id, unknown);
    return this.arrivingAt(live.id);
  }

  /** A configuration is planned whose id, and perhaps more, is known only after apply. */
  planPending(pending: PendingConfiguration): void {
    this.#pending.push(pending);
  }

  /** Of these configurations, those that are planned to change. */
  changedAmong(ids: Iterable<ConfigurationId>): readonly DesiredConfiguration[] {
    return [...new Set(ids)].flatMap((id) => this.#changed.get(id) ?? []);
  }

  /** All that are planned to change. */
  get changed(): readonly DesiredConfiguration[] {
    return [...this.#changed.values()];
  }

  /** The leaves of a configuration that are known only after apply. */
  unknownIn(id: ConfigurationId): readonly LeafChange[] {
    return this.#unknown.get(id) ?? [];
  }

  /** The configurations whose id is known only after apply. A rule with an unknown id assigns one of them. */
  get pending(): readonly PendingConfiguration[] {
    return this.#pending;
  }

  planMove(move: PlannedMove): void {
    this.#moves.set(move.repository.id, move);
  }

  /** The repositories that are planned to move to the configuration. */
  arrivingAt(id: ConfigurationId): readonly PlannedMove[] {
    return [...this.#moves.values()].filter(({ to }) => to === id);
  }

  /** Whether the repository is planned to get another configuration. */
  isMoving(id: RepositoryId): boolean {
    return this.#moves.has(id);
  }
}

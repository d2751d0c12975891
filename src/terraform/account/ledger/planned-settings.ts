import { compareSettings, type LeafChange } from "../../../model/compare-settings";
import type { DesiredConfiguration } from "../../../model/desired";
import type { Configuration, Repository } from "../../../model/entities";
import type { ConfigurationId, RepositoryId } from "../../../model/ids";
import type { Settings } from "../../../model/settings";
import { target } from "../../../reconcile/plan/merge";

/** A configuration that is to be created: Terraform knows its id only after apply. */
interface PendingConfiguration {
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

/** What becomes of a configuration that exists. */
interface ChangedConfiguration {
  readonly after: Settings;
  /** What is known only after apply. */
  readonly unknown: readonly LeafChange[];
  /** Whether anything but its name changes. */
  readonly isChanging: boolean;
}

/**
 * The settings that configurations are planned to hold, and the repositories that are planned to move. A move is
 * judged by the settings of its target, whichever of the two is planned first.
 */
export class PlannedSettings {
  /** What becomes of configurations that exist. */
  readonly changed = new Map<ConfigurationId, ChangedConfiguration>();
  /** The configurations whose id is known only after apply. A rule with an unknown id assigns one of them. */
  readonly pending: PendingConfiguration[] = [];
  readonly moves = new Map<RepositoryId, PlannedMove>();
  /** The configurations on which a known review of rules rests: it holds while they do not change. */
  readonly reviewed = new Set<ConfigurationId>();

  /**
   * @param live the configuration that is changed or adopted
   * @param unknown its leaves that are known only after apply
   */
  plan(desired: DesiredConfiguration, live: Configuration | undefined, unknown: readonly LeafChange[]): void {
    const after = target(live?.settings ?? {}, desired);
    if (live === undefined) {
      this.pending.push({ name: desired.name, after, unknown });
      return;
    }
    const isChanging = unknown.length > 0 || compareSettings(live.settings, after).length > 0;
    this.changed.set(live.id, { after, unknown, isChanging });
  }

  /** Whether it is planned to change in more than its name. */
  isChanging(id: ConfigurationId): boolean {
    return this.changed.get(id)?.isChanging === true;
  }

  /** The repositories that are planned to move to the configuration. */
  arrivingAt(id: ConfigurationId): readonly PlannedMove[] {
    return [...this.moves.values()].filter(({ to }) => to === id);
  }
}

/** A configuration that is planned to be deleted, and the repositories that have it. */
interface Deletion {
  readonly name: string;
  readonly holders: readonly Repository[];
}

/**
 * The configurations that a plan deletes. Terraform mostly plans a destruction before the rules, which may move the
 * repositories: a deletion that is left with some is found by whichever of the two is planned last.
 */
export class PlannedDeletions {
  /** The names of all, by id. */
  readonly names = new Map<string, string>();
  /** Whether there is an error about too many, which covers the whole plan. */
  isRefused = false;
  /** Those that must not be deleted while repositories have them. */
  readonly inUse: Deletion[] = [];
  /** Repositories that planned rules claimed before, whatever becomes of them: one that does not move by now, will not. */
  readonly routed = new Set<string>();
}

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
  readonly #changed = new Map<ConfigurationId, ChangedConfiguration>();
  readonly #pending: PendingConfiguration[] = [];
  readonly #moves = new Map<RepositoryId, PlannedMove>();
  readonly #reviewed = new Set<ConfigurationId>();

  /**
   * @param live the configuration that is changed or adopted
   * @param unknown its leaves that are known only after apply
   */
  plan(desired: DesiredConfiguration, live: Configuration | undefined, unknown: readonly LeafChange[]): void {
    if (live === undefined) {
      this.planPending({ name: desired.name, after: target({}, desired), unknown });
      return;
    }
    const after = target(live.settings, desired);
    const isChanging = unknown.length > 0 || compareSettings(live.settings, after).length > 0;
    this.#changed.set(live.id, { after, unknown, isChanging });
  }

  /** Their changes have been applied: what the service holds counts. */
  settle(ids: readonly ConfigurationId[]): void {
    for (const id of ids) this.#changed.delete(id);
  }

  /** A configuration is planned whose id, and perhaps more, is known only after apply. */
  planPending(pending: PendingConfiguration): void {
    this.#pending.push(pending);
  }

  /** The planned settings of a configuration; undefined where none are planned by now. */
  after(id: ConfigurationId): Settings | undefined {
    return this.#changed.get(id)?.after;
  }

  /** Whether it is planned to change in more than its name. */
  isChanging(id: ConfigurationId): boolean {
    return this.#changed.get(id)?.isChanging === true;
  }

  /** The leaves of a configuration that are known only after apply. */
  unknownIn(id: ConfigurationId): readonly LeafChange[] {
    return this.#changed.get(id)?.unknown ?? [];
  }

  /** The review of rules is known, and holds while these do not change. */
  review(ids: Iterable<ConfigurationId>): void {
    for (const id of ids) this.#reviewed.add(id);
  }

  /** Whether the review of rules was known before it was known that the configuration changes. */
  isReviewed(id: ConfigurationId): boolean {
    return this.#reviewed.has(id);
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
  readonly #names = new Map<string, string>();
  readonly #inUse: Deletion[] = [];
  readonly #routed = new Set<string>();
  #isRefused = false;

  /** The names of the configurations that are deleted by now, by id. */
  get names(): ReadonlyMap<string, string> {
    return this.#names;
  }

  delete(id: string, name: string): void {
    this.#names.set(id, name);
  }

  /** There are too many deletions. @returns whether this is the first time: one error covers the whole plan */
  refuse(): boolean {
    const isFirst = !this.#isRefused;
    this.#isRefused = true;
    return isFirst;
  }

  /** What must not be deleted while repositories have it. */
  deleteUnused(deletion: Deletion): void {
    this.#inUse.push(deletion);
  }

  /** Rules are planned that claimed these repositories before, whatever becomes of them. */
  route(repositories: Iterable<string>): void {
    for (const id of repositories) this.#routed.add(id);
  }

  /** Whether the rules that claimed the repository are planned: where it does not move by now, it will not. */
  isRouted(id: string): boolean {
    return this.#routed.has(id);
  }

  get inUse(): readonly Deletion[] {
    return this.#inUse;
  }
}

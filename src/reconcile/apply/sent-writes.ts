import type { Configuration, Observed, Repository } from "../../model/observed";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import { differences, isSameAt, leavesOf } from "../../model/leaves";
import type { Settings } from "../../model/settings";
import type { ConfigurationState } from "../../model/written";
import type { ConfigurationChange } from "../plan/change";
import { type Conflict, conflict, repositoryPath } from "../plan/conflict";
import { target } from "../plan/target";
import type { Plan } from "../plan/plan";
import { mayTakeOthers, repositoriesIn, type Write } from "../plan/write";
import { indexPlan, type PlanIndex } from "./plan-index";
import { type Became, becameOf, type ExpectedState, type LeafNow } from "./expected-state";

/** A leaf of a configuration that is neither as before a write of this apply nor as that write was to leave it. */
export interface UnexpectedChange extends LeafNow {
  readonly configuration: ConfigurationId;
  readonly address: Address;
}

/** What an apply has sent so far, and what readings have shown of it since. */
export class SentWrites {
  readonly plan: PlanIndex;
  /** What the last request that has gone out to a configuration is to leave of it. */
  readonly expected = new Map<ConfigurationId, ExpectedState>();
  /** Configurations as the first look at them has shown them, right before a write of this apply. */
  readonly looked = new Map<ConfigurationId, ConfigurationState>();
  /** The leaves, and the name, that a reading has shown as planned since they were sent. */
  readonly shown = new Map<ConfigurationId, ReadonlySet<string>>();
  /** The repositories that a reading has shown elsewhere than before since they were sent. */
  readonly moved = new Set<RepositoryId>();
  readonly #declared: ReadonlyMap<Address | undefined, ConfigurationChange>;
  /** All that this apply has created, with the change that declares it. */
  readonly #created = new Map<ConfigurationId, ConfigurationChange | undefined>();
  /** The settings of these as the service has answered. */
  readonly #answered = new Map<ConfigurationId, Settings>();
  /** The repositories in writes of this apply, which may have taken effect. */
  readonly #listed = new Set<RepositoryId>();
  /** The categories that this apply has given to a finding, by its id in lower case; null for none. */
  readonly #triaged = new Map<string, readonly (string | null)[]>();
  /** The configuration of each repository, as last read before a write that may take it away. */
  readonly #holders: Map<RepositoryId, ConfigurationId | undefined>;
  /** The addresses of the writes that may have taken the configuration of repositories that they do not name. */
  readonly taking = new Set<Address>();
  /** The names of configurations as last read. */
  readonly #names = new Map<ConfigurationId, string | undefined>();

  constructor(plan: Plan) {
    this.plan = indexPlan(plan);
    this.#declared = new Map(plan.configurations.map((each) => [each.address, each]));
    this.#holders = new Map(plan.observed.repositories.map((each) => [each.id, each.configuration_id]));
  }

  /**
   * The write goes out as it is.
   *
   * @param expected what it is to leave of each configuration
   * @returns takes that back, where the service has refused the write or never got it
   */
  sending(write: Write, expected: readonly ExpectedState[]): () => void {
    const before = expected.map(({ id }) => [id, this.expected.get(id)] as const);
    for (const each of expected) {
      this.expected.set(each.id, each);
      if (each.look !== undefined && !this.looked.has(each.id)) this.looked.set(each.id, each.look);
    }
    for (const each of repositoriesIn(write)) this.#listed.add(each);
    const [address] = write.carries;
    if (address !== undefined && mayTakeOthers(write)) this.taking.add(address);
    if ("finding" in write) {
      const category = write.kind === "set-triage" ? write.category : null;
      this.#triaged.set(write.finding.toLowerCase(), [...this.triaged(write.finding), category]);
    }
    return () => {
      for (const [id, each] of before) {
        if (each === undefined) this.expected.delete(id);
        else this.expected.set(id, each);
      }
    };
  }

  /**
   * The service has created a configuration: the body of the write was all that it held.
   *
   * @param answered the settings in the answer; absent where that was lost
   */
  created(id: ConfigurationId, write: Extract<Write, { readonly kind: "create" }>, answered?: Settings): void {
    this.#created.set(id, this.#declared.get(write.carries[0]));
    if (answered !== undefined) this.#answered.set(id, answered);
    this.expected.set(id, { id, after: write.body, replaces: true });
  }

  /** Notes what a reading shows of the configurations that have been sent. */
  read(configurations: readonly Configuration[]): void {
    for (const { id, name, settings } of configurations) {
      this.#names.set(id, name);
      const expected = this.expected.get(id);
      if (expected === undefined) continue;
      const [found, after] = [leavesOf(settings), leavesOf(expected.after.settings)];
      const altered = differences(leavesOf(expected.look?.settings ?? {}), after);
      const unlike = new Set(differences(found, after));
      const arrived = [
        ...altered.filter((path) => !unlike.has(path)),
        ...(name === expected.after.name ? ["name"] : []),
      ];
      this.shown.set(id, new Set([...(this.shown.get(id) ?? []), ...arrived]));
    }
  }

  /** Notes what a reading shows of the repositories that have been sent. */
  readRepositories(repositories: readonly Repository[]): void {
    for (const { id, configuration_id: now } of repositories) {
      const isKept = now !== undefined && !this.plan.deletions.has(now);
      if (isKept || this.taking.size === 0) this.#holders.set(id, now);
      const move = this.#listed.has(id) ? this.plan.moves.get(id) : undefined;
      if (move !== undefined && now !== undefined && now !== move.from) this.moved.add(id);
    }
  }

  /**
   * The repositories that had a configuration right before a write that may have taken it, although it does not name
   * them, and that have none now: somebody has moved them meanwhile.
   */
  taken({ configurations, repositories }: Pick<Observed, "configurations" | "repositories">): readonly Conflict[] {
    if (this.taking.size === 0) return [];
    const { deletions } = this.plan;
    const live = new Set(configurations.map(({ id }) => id));
    return repositories.flatMap((each) => {
      const [had, now] = [this.#holders.get(each.id), each.configuration_id];
      const hasOne = now !== undefined && (live.has(now) || !deletions.has(now));
      if (hasOne || had === undefined || deletions.has(had) || this.#listed.has(each.id)) return [];
      return [conflict(repositoryPath(each), this.nameOf(had) ?? had, undefined)];
    });
  }

  /** This apply has created it. */
  isOurs(id: ConfigurationId): boolean {
    return this.#created.has(id);
  }

  /** The change of a configuration, if the plan declares it. */
  changeOf(id: ConfigurationId): ConfigurationChange | undefined {
    return this.plan.changes.get(id) ?? this.#created.get(id);
  }

  /** The name of a configuration as last read. */
  nameOf(id: ConfigurationId): string | undefined {
    return this.#names.get(id);
  }

  /** The categories that this apply has given to a finding; null for none. */
  triaged(finding: string): readonly (string | null)[] {
    return this.#triaged.get(finding.toLowerCase()) ?? [];
  }

  /** What became of a configuration after the last write of this apply; undefined where it was not written. */
  becameOf(now: Configuration): Became | undefined {
    const expected = this.expected.get(now.id);
    return expected && becameOf(expected, now);
  }

  /** What is neither as before the last write of this apply nor as it was to leave it. */
  unexpectedIn(now: Configuration): readonly UnexpectedChange[] {
    const { address } = this.plan.deletions.get(now.id) ?? this.changeOf(now.id) ?? {};
    if (address === undefined) return [];
    return (this.becameOf(now)?.other ?? []).map((each) => ({ ...each, configuration: now.id, address }));
  }

  /**
   * A further write would remove what has come since the last one, and may be somebody else's: it is not sent. What the
   * answer to a creation has shown is the service's.
   */
  removesAddedSince(now: Configuration): boolean {
    const change = this.changeOf(now.id);
    if (change === undefined) return false;
    const filledIn = new Set(this.becameOf(now)?.filledIn.map(({ path }) => path));
    const found = leavesOf(now.settings);
    const answered = leavesOf(this.#answered.get(now.id) ?? {});
    return differences(found, leavesOf(target(now.settings, change.declared))).some(
      (path) => filledIn.has(path) && !(answered.has(path) && isSameAt(path, answered, found)),
    );
  }
}

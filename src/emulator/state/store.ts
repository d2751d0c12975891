import { randomUUID } from "node:crypto";
import { type ConfigurationId, configurationId, type RepositoryId, repositoryId } from "../../model/ids";
import type { Profile } from "../profile/profile";
import type { ScanSeed } from "../scans/scan-seed";
import { ScanStore } from "../scans/scan-store";
import type {
  Seed,
  SeedAccount,
  SeedAnalyzer,
  SeedConfiguration,
  SeedPolicy,
  SeedRepository,
} from "../seed/seed-schema";
import { AccountWebhooks } from "../webhooks/account-webhooks";
import type { WebhookSeed } from "../webhooks/destination";
import type { StoredConfiguration, StoredRepository, WireSettings } from "./write-semantics";

/** The current time and the read lag, both in milliseconds. */
export interface Timing {
  readonly now: () => number;
  readonly lag: () => number;
}

/** The state that tests may inspect without a request. */
export interface StoreView {
  /** The configurations of an account, oldest first. Throws if there is no such account. */
  configurations(accountId: string): readonly StoredConfiguration[];
  /** The repositories of an account, in the order of the seed. Throws if there is no such account. */
  repositories(accountId: string): readonly StoredRepository[];
}

/** All accounts, and the accounts that each API key can access. */
export class Store implements StoreView {
  readonly #timing: Timing;
  #accounts: ReadonlyMap<string, AccountStore> = new Map();
  #keys: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(seed: Seed, timing: Timing) {
    this.#timing = timing;
    this.reset(seed);
  }

  /** Replaces the whole state by a seed. */
  reset(seed: Seed): void {
    this.#accounts = new Map(
      seed.accounts.map((account) => [account.account_id, new AccountStore(account, this.#timing)]),
    );
    this.#keys = new Map(Object.entries(seed.keys));
  }

  /** The current state as an immutable seed. */
  snapshot(): Seed {
    return {
      keys: Object.fromEntries(this.#keys),
      accounts: [...this.#accounts.values()].map((account) => account.snapshot()),
    };
  }

  /** The accounts that a key can access; undefined for an unknown key. Specification, *Authentication*. */
  accountsOfKey(key: string): readonly AccountStore[] | undefined {
    return this.#keys.get(key)?.map((id) => this.#account(id));
  }

  configurations(accountId: string): readonly StoredConfiguration[] {
    return this.#account(accountId).configurations();
  }

  repositories(accountId: string): readonly StoredRepository[] {
    return this.#account(accountId).repositories();
  }

  /** Undefined if there is no such account. */
  find(id: string): AccountStore | undefined {
    return this.#accounts.get(id);
  }

  #account(id: string): AccountStore {
    const account = this.#accounts.get(id);
    if (account === undefined) throw new RangeError(`the emulator has no account ${id}`);
    return account;
  }
}

/** The part of an account's state that is subject to the profile's `read_lag_ms`. */
interface AccountView {
  configurations(): readonly StoredConfiguration[];
  repositories(): readonly StoredRepository[];
  configuration(id: string): StoredConfiguration | undefined;
}

/** The objects of one account. Lists are in order of creation; returned objects are immutable. */
export class AccountStore implements AccountView {
  readonly account: Omit<
    SeedAccount,
    "repositories" | "analyzers" | "custom_policies" | "configurations" | keyof WebhookSeed | keyof ScanSeed
  >;
  readonly analyzers: readonly SeedAnalyzer[];
  readonly policies: readonly SeedPolicy[];
  readonly webhooks: AccountWebhooks;
  readonly scanRecords: ScanStore;
  readonly #configurations = new Map<ConfigurationId, StoredConfiguration>();
  readonly #repositories = new Map<RepositoryId, StoredRepository>();
  readonly #timing: Timing;
  /** The states before the latest writes, oldest first, for as long as lagged reads may need them. */
  #past: readonly { readonly at: number; readonly view: AccountView }[] = [];

  constructor(seed: SeedAccount, timing: Timing) {
    const {
      repositories = [],
      analyzers = [],
      custom_policies = [],
      configurations = [],
      webhooks,
      digest_destinations,
      webhooks_told,
      scans,
      deepscans,
      triage,
      insights,
      scans_as_of,
      ...account
    } = seed;
    this.account = account;
    this.analyzers = analyzers;
    this.policies = custom_policies;
    this.webhooks = new AccountWebhooks({ webhooks, digest_destinations, webhooks_told });
    this.scanRecords = new ScanStore({ scans, deepscans, triage, insights, scans_as_of }, timing.now());
    this.#timing = timing;
    for (const configuration of configurations) {
      const live = storedConfiguration(configuration);
      this.#configurations.set(live.id, live);
    }
    for (const repository of repositories)
      this.#repositories.set(repositoryId(repository.id), storedRepository(repository));
  }

  /** The whole state as a seed. Every part of an account contributes its snapshot here. */
  snapshot(): SeedAccount {
    return {
      ...this.account,
      analyzers: this.analyzers,
      custom_policies: this.policies,
      configurations: this.configurations(),
      repositories: this.repositories(),
      ...this.webhooks.snapshot(),
      ...this.scanRecords.snapshot(),
    };
  }

  /** The state that GET requests read, which may lag. */
  readView(): AccountView {
    const since = this.#timing.now() - this.#timing.lag();
    return this.#past.find(({ at }) => at > since)?.view ?? this;
  }

  /** Called before each write. */
  #keepPast(): void {
    const [at, lag] = [this.#timing.now(), this.#timing.lag()];
    const left = this.#past.filter((each) => each.at >= at - lag);
    if (lag === 0 || left.at(-1)?.at === at) this.#past = left;
    else this.#past = [...left, { at, view: viewOf(new Map(this.#configurations), new Map(this.#repositories)) }];
  }

  configurations(): readonly StoredConfiguration[] {
    return [...this.#configurations.values()];
  }

  repositories(): readonly StoredRepository[] {
    return [...this.#repositories.values()];
  }

  configuration(id: string): StoredConfiguration | undefined {
    return this.#configurations.get(configurationId(id));
  }

  repository(id: string): StoredRepository | undefined {
    return this.#repositories.get(repositoryId(id));
  }

  /** Adds a configuration, or replaces the one with its id in place. */
  put(configuration: StoredConfiguration): StoredConfiguration {
    this.#keepPast();
    this.#configurations.set(configuration.id, configuration);
    return configuration;
  }

  /** @param holders what becomes of the repositories that have it */
  remove(id: ConfigurationId, holders: Profile["deleted_holders"] = "none"): void {
    this.#keepPast();
    if (holders === "none") this.#unassign(id, new Set());
    this.#configurations.delete(id);
  }

  /** Assigns the configuration to these repositories, in place of their previous one. */
  assign(id: ConfigurationId, repositories: Iterable<RepositoryId>): void {
    this.#keepPast();
    for (const repository of repositories) this.#assignOne(repository, id);
  }

  /** Unassigns the configuration from all repositories except these. */
  unassignOthers(id: ConfigurationId, repositories: Iterable<RepositoryId>): void {
    this.#keepPast();
    this.#unassign(id, new Set(repositories));
  }

  #unassign(id: ConfigurationId, kept: ReadonlySet<RepositoryId>): void {
    // not by `repositories`, which would copy all of them at each deletion
    for (const each of this.#repositories.values())
      if (each.configuration_id === id && !kept.has(each.id)) this.#assignOne(each.id, null);
  }

  #assignOne(id: RepositoryId, configuration: ConfigurationId | null): void {
    const before = this.#repositories.get(id);
    if (before !== undefined) this.#repositories.set(id, { ...before, configuration_id: configuration });
  }
}

const viewOf = (
  configurations: ReadonlyMap<ConfigurationId, StoredConfiguration>,
  repositories: ReadonlyMap<RepositoryId, StoredRepository>,
): AccountView => ({
  configurations: () => [...configurations.values()],
  repositories: () => [...repositories.values()],
  configuration: (id) => configurations.get(configurationId(id)),
});

/** Creates a configuration with a random id and the current date. */
export const newConfiguration = (name: string, configuration: WireSettings): StoredConfiguration => ({
  id: configurationId(randomUUID()),
  name,
  configuration,
  created_at: new Date().toISOString(),
});

const storedConfiguration = (seed: SeedConfiguration): StoredConfiguration => ({
  id: configurationId(seed.id ?? randomUUID()),
  name: seed.name,
  configuration: seed.configuration ?? null,
  created_at: seed.created_at ?? null,
});

/** Reuses the seed's object where possible, since there may be very many. */
const storedRepository = (seed: SeedRepository): StoredRepository =>
  seed.configuration_id === undefined
    ? { ...seed, id: repositoryId(seed.id), configuration_id: null }
    : (seed as StoredRepository);

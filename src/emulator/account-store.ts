import { randomUUID } from "node:crypto";
import { type ConfigurationId, configurationId, type RepositoryId, repositoryId } from "../model/ids";
import type { SeedAccount, SeedAnalyzer, SeedConfiguration, SeedPolicy, SeedRepository } from "./seed-schema";
import { configurationOfOrphans, type WireSettings } from "./semantics";

/** A configuration as the service answers it: specification, *Configuration*. */
export interface LiveConfiguration {
  readonly id: ConfigurationId;
  readonly name: string | null;
  readonly configuration: WireSettings;
  readonly created_at: string | null;
}

/** A repository as the service answers it: specification, *Repository*. */
export type LiveRepository = Omit<SeedRepository, "id" | "configuration_id"> & {
  readonly id: RepositoryId;
  readonly configuration_id: ConfigurationId | null;
};

/** What one account holds. Lists keep the order in which things came; nothing that was handed out ever changes. */
export class AccountStore {
  readonly account: Omit<SeedAccount, "repositories" | "analyzers" | "custom_policies" | "configurations">;
  readonly analyzers: readonly SeedAnalyzer[];
  readonly policies: readonly SeedPolicy[];
  readonly #configurations = new Map<ConfigurationId, LiveConfiguration>();
  readonly #repositories = new Map<RepositoryId, LiveRepository>();
  readonly #idsByName = new Map<string, RepositoryId[]>();
  /** Which repositories have a configuration, so that deleting one does not look at all of them. */
  readonly #members = new Map<ConfigurationId, Set<RepositoryId>>();

  constructor(seed: SeedAccount) {
    const { repositories = [], analyzers = [], custom_policies = [], configurations = [], ...account } = seed;
    this.account = account;
    this.analyzers = analyzers;
    this.policies = custom_policies;
    for (const configuration of configurations) this.put(liveConfiguration(configuration));
    for (const repository of repositories) this.#addRepository(liveRepository(repository));
  }

  configurations(): readonly LiveConfiguration[] {
    return [...this.#configurations.values()];
  }

  repositories(): readonly LiveRepository[] {
    return [...this.#repositories.values()];
  }

  configuration(id: string): LiveConfiguration | undefined {
    return this.#configurations.get(configurationId(id));
  }

  repository(id: string): LiveRepository | undefined {
    return this.#repositories.get(repositoryId(id));
  }

  /** Names need not be unique. */
  repositoryIdsNamed(name: string): readonly RepositoryId[] {
    return this.#idsByName.get(name) ?? [];
  }

  /** Adds a configuration, or replaces the one of its id where it stands in the list. */
  put(configuration: LiveConfiguration): LiveConfiguration {
    this.#configurations.set(configuration.id, configuration);
    return configuration;
  }

  remove(id: ConfigurationId): void {
    for (const member of this.#members.get(id) ?? []) this.#assignOne(member, configurationOfOrphans);
    this.#members.delete(id);
    this.#configurations.delete(id);
  }

  /** Gives the configuration to these repositories; each leaves the one that it had. */
  assign(id: ConfigurationId, repositories: Iterable<RepositoryId>): void {
    for (const repository of repositories) this.#assignOne(repository, id);
  }

  #addRepository(repository: LiveRepository): void {
    this.#repositories.set(repository.id, repository);
    this.#join(repository);
    if (typeof repository.name !== "string") return;
    const namesakes = this.#idsByName.get(repository.name);
    if (namesakes === undefined) this.#idsByName.set(repository.name, [repository.id]);
    else namesakes.push(repository.id);
  }

  #assignOne(id: RepositoryId, configuration: ConfigurationId | null): void {
    const before = this.#repositories.get(id);
    if (before === undefined || before.configuration_id === configuration) return;
    if (before.configuration_id !== null) this.#members.get(before.configuration_id)?.delete(id);
    const after = { ...before, configuration_id: configuration };
    this.#repositories.set(id, after);
    this.#join(after);
  }

  #join({ id, configuration_id: configuration }: LiveRepository): void {
    if (configuration === null) return;
    const members = this.#members.get(configuration);
    if (members === undefined) this.#members.set(configuration, new Set([id]));
    else members.add(id);
  }
}

/** A configuration that is made now. */
export const newConfiguration = (name: string, configuration: WireSettings): LiveConfiguration => ({
  id: configurationId(randomUUID()),
  name,
  configuration,
  created_at: new Date().toISOString(),
});

const liveConfiguration = (seed: SeedConfiguration): LiveConfiguration => ({
  id: configurationId(seed.id ?? randomUUID()),
  name: seed.name,
  configuration: seed.configuration ?? null,
  created_at: seed.created_at ?? null,
});

const liveRepository = (seed: SeedRepository): LiveRepository => ({
  ...seed,
  id: repositoryId(seed.id),
  configuration_id: typeof seed.configuration_id === "string" ? configurationId(seed.configuration_id) : null,
});

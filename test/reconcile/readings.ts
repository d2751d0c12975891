import type { Configuration, Observed, Repository } from "../../src/model/observed";
import { type ConfigurationId, configurationId, type RepositoryId, repositoryId } from "../../src/model/ids";
import type { Settings } from "../../src/model/settings";
import type { WriteDraft } from "../../src/reconcile/plan/write";
import { combinations } from "../support/combinations";

/** The given settings go leaf by leaf, by whole analyzers, by whole top-level fields, or take the place of all settings. */
const merging = ["deep", "entries", "shallow", "replace"] as const;
type Merging = (typeof merging)[number];

/** One way to read what the specification leaves open; written apart from the emulator's. */
export interface Reading {
  /** PATCH and bulk_update. */
  readonly merge: Merging;
  /** bulk_update, where it is not as PATCH. */
  readonly bulk?: Merging;
  readonly put: "replaces" | "keeps omitted fields" | "merges leaf by leaf";
  /** A list that is merged leaf by leaf: takes the place of the old one unless said otherwise. */
  readonly lists?: "replace" | "add up";
  /** `repositories` in an update: those as well, or exactly those. */
  readonly repositories: "adds" | "is the whole set";
  /** PUT without `repositories`: keeps them, or drops them. */
  readonly omitted: "keeps" | "drops";
  /** A category of a finding that has one: takes the place of the former one unless said otherwise. */
  readonly category?: "replaces" | "keeps the former one";
}

/** The one that most services have. */
export const usual: Reading = { merge: "deep", put: "replaces", repositories: "adds", omitted: "keeps" };

const others = { repositories: ["adds", "is the whole set"], omitted: ["keeps", "drops"] } as const;

/** Those that differ most: each of them is tried in every test of a plan. */
export const readings: readonly Reading[] = combinations<Omit<Reading, "bulk" | "lists" | "category">>({
  merge: ["deep", "replace"],
  put: ["replaces", "keeps omitted fields"],
  ...others,
});

/** All of them. */
export const everyReading: readonly Reading[] = combinations<Required<Omit<Reading, "category">>>({
  merge: merging,
  bulk: merging,
  put: ["replaces", "keeps omitted fields", "merges leaf by leaf"],
  lists: ["replace", "add up"],
  ...others,
});

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Lists = NonNullable<Reading["lists"]>;

function deep(into: Json, from: Json, lists: Lists): Json {
  const result = { ...into };
  for (const [key, value] of Object.entries(from)) {
    const there = result[key];
    if (isObject(there) && isObject(value)) result[key] = deep(there, value, lists);
    else if (Array.isArray(there) && Array.isArray(value) && lists === "add up") result[key] = sum(there, value);
    else result[key] = value;
  }
  return result;
}

/** Both lists; a code policy of both once, with the leaves of both. */
function sum(there: readonly unknown[], given: readonly unknown[]): readonly unknown[] {
  const isSame = (one: unknown, other: unknown): boolean =>
    isObject(one) && isObject(other) ? one["id"] === other["id"] : one === other;
  const kept = there.map((old) => {
    const its = given.find((each) => isSame(each, old));
    return isObject(old) && isObject(its) ? deep(old, its, "add up") : old;
  });
  return [...kept, ...given.filter((each) => !there.some((old) => isSame(each, old)))];
}

/** Top-level fields whole, but of analyzers only those that are given. */
const entries = (into: Settings, from: Settings): Settings => ({
  ...into,
  ...from,
  ...(from.analyzers === undefined ? {} : { analyzers: { ...into.analyzers, ...from.analyzers } }),
});

const newId = (name: string): ConfigurationId => configurationId(`new ${name}`);

/** An account that takes writes by one reading, and remembers the way of every repository. */
export class Account {
  readonly configurations: Map<ConfigurationId, Configuration>;
  readonly repositories: Map<RepositoryId, Repository>;
  /** The category of each finding that has one. */
  readonly triages: Map<string, string>;
  lastCreated: ConfigurationId;
  /** Every configuration that a repository had, `undefined` for none. */
  readonly ways = new Map<RepositoryId, (ConfigurationId | undefined)[]>();

  constructor(
    observed: Observed,
    private readonly reading: Reading,
    triages: Readonly<Record<string, string>> = {},
  ) {
    this.lastCreated = newId("");
    this.triages = new Map(Object.entries(triages));
    this.configurations = new Map(observed.configurations.map((each) => [each.id, each]));
    this.repositories = new Map(observed.repositories.map((each) => [each.id, each]));
    for (const each of observed.repositories) this.ways.set(each.id, [each.configuration_id]);
  }

  get observed(): Pick<Observed, "configurations" | "repositories"> {
    return { configurations: [...this.configurations.values()], repositories: [...this.repositories.values()] };
  }

  /** Somebody else gives a configuration, which may be new, another name or other settings. */
  change(id: string, by: Partial<Omit<Configuration, "id">>): void {
    const its = configurationId(id);
    this.configurations.set(its, { settings: {}, ...this.configurations.get(its), ...by, id: its });
  }

  /** Somebody else deletes a configuration. Its repositories still name it. */
  remove(id: string): void {
    this.configurations.delete(configurationId(id));
  }

  /** Somebody else gives a repository, which may be new, a configuration, or takes away the one that it has. */
  move(name: string, to: string | undefined): void {
    const id = repositoryId(`id of ${name}`);
    const made: Repository = { id, name, provider_repo_id: 99, enabled: true };
    const { configuration_id: _left, ...before } = this.repositories.get(id) ?? made;
    this.repositories.set(id, to === undefined ? before : { ...before, configuration_id: configurationId(to) });
  }

  /** Somebody else deletes a repository. */
  removeRepository(name: string): void {
    this.repositories.delete(repositoryId(`id of ${name}`));
  }

  take(write: WriteDraft): void {
    switch (write.kind) {
      case "create": {
        let id = newId(write.body.name);
        while (this.configurations.has(id)) id = configurationId(`${id}'`);
        this.lastCreated = id;
        this.configurations.set(id, { id, name: write.body.name, settings: write.body.settings });
        for (const repository of write.body.repositories ?? []) this.#assign(repository, id);
        return;
      }
      case "put":
      case "patch": {
        const before = this.configurations.get(write.configuration);
        if (before === undefined) throw new Error(`no configuration ${write.configuration}`);
        const settings =
          write.kind === "patch"
            ? this.#merge(this.reading.merge, before.settings, write.body.settings)
            : this.#put(before.settings, write.body.settings);
        this.configurations.set(before.id, { ...before, name: write.body.name, settings });
        this.#hold(before.id, write.body.repositories, write.kind);
        return;
      }
      case "bulk": {
        const { merge, bulk: how = merge } = this.reading;
        for (const id of write.configurations) {
          const before = this.configurations.get(id);
          if (before === undefined) throw new Error(`no configuration ${id}`);
          this.configurations.set(id, { ...before, settings: this.#merge(how, before.settings, write.updates) });
        }
        return;
      }
      case "assign":
        for (const repository of write.repositories) this.#assign(repository, write.configuration);
        return;
      case "delete":
        this.configurations.delete(write.configuration);
        for (const each of this.repositories.values())
          if (each.configuration_id === write.configuration) this.#assign(each.id, undefined);
        return;
      case "set-triage":
        if (this.reading.category !== "keeps the former one" || !this.triages.has(write.finding))
          this.triages.set(write.finding, write.category);
        return;
      case "remove-triage":
        this.triages.delete(write.finding);
        return;
      default:
        write satisfies never;
    }
  }

  #merge(how: Merging, into: Settings, from: Settings): Settings {
    switch (how) {
      case "deep":
        return deep(into, from, this.reading.lists ?? "replace");
      case "entries":
        return entries(into, from);
      case "shallow":
        return { ...into, ...from };
      case "replace":
        return from;
      default:
        return how satisfies never;
    }
  }

  #put(into: Settings, from: Settings): Settings {
    if (this.reading.put === "replaces") return from;
    return this.#merge(this.reading.put === "merges leaf by leaf" ? "deep" : "shallow", into, from);
  }

  #hold(id: ConfigurationId, repositories: readonly RepositoryId[] | undefined, kind: "put" | "patch"): void {
    const exact =
      repositories === undefined
        ? kind === "put" && this.reading.put === "replaces" && this.reading.omitted === "drops"
        : this.reading.repositories === "is the whole set";
    if (exact)
      for (const each of this.repositories.values())
        if (each.configuration_id === id && repositories?.includes(each.id) !== true) this.#assign(each.id, undefined);
    for (const each of repositories ?? []) this.#assign(each, id);
  }

  #assign(repository: RepositoryId, id: ConfigurationId | undefined): void {
    const before = this.repositories.get(repository);
    if (before === undefined) throw new Error(`no repository ${repository}`);
    if (before.configuration_id === id) return;
    const { configuration_id: _left, ...rest } = before;
    this.repositories.set(repository, id === undefined ? rest : { ...rest, configuration_id: id });
    this.ways.get(repository)?.push(id);
  }
}

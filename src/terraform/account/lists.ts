import { groupBy } from "../../model/group-by";
import type { Account, Analyzer, Configuration, CustomPolicy } from "../../model/observed";
import { checkAccountReachable } from "../../reconcile/refresh/choose-account";
import type { AccountId, ConfigurationId } from "../../model/ids";
import { normalForm } from "../../model/normal-form";
import type { Certainty, Page } from "../../model/page";
import type { Settings } from "../../model/settings";
import { alikeName } from "../../model/suggest";
import { isNotFound, type Listed, type Reader } from "../../reconcile/ports";
import type { DesiredConfiguration } from "../../model/desired";

/** A function that indexes a list by a key. Each list is indexed once, since every resource asks for its own item. */
export function listIndex<T, K>(keyOf: (item: T) => K): (list: readonly T[]) => ReadonlyMap<K, readonly T[]> {
  const indexes = new WeakMap<readonly T[], ReadonlyMap<K, readonly T[]>>();
  return (list) => {
    const index = indexes.get(list) ?? groupBy(list, keyOf);
    indexes.set(list, index);
    return index;
  };
}

/** The greatest age, in milliseconds, of a list on which a write is based. */
const maxAge = 5000;

const keyOf = (list: keyof Listed, certainty: Certainty): string => `${list}, ${certainty}`;

const byId = listIndex((each: Configuration) => each.id);

/** Analyzers and policies that settings name, as far as the account has them. */
export async function referencedEntities(
  lists: Lists,
  settings: readonly Settings[],
): Promise<{ readonly analyzers: readonly Analyzer[]; readonly policies: readonly CustomPolicy[] }> {
  const slugs = new Set(settings.flatMap((each) => Object.keys(each.analyzers ?? {})));
  const ids = new Set(settings.flatMap((each) => (each.code_policies ?? []).map(({ id }) => id.toLowerCase())));
  const including = async <K extends keyof Listed>(
    list: K,
    wanted: Set<string>,
    keyOf: (item: Listed[K]) => string,
  ) => {
    if (wanted.size === 0) return [];
    return lists.including(list, (items) => {
      const there = new Set(items.map(keyOf));
      return [...wanted].every((each) => there.has(each));
    });
  };
  const [analyzers, policies] = await Promise.all([
    including("analyzers", slugs, ({ slug }) => slug),
    including("policies", ids, ({ id }) => id.toLowerCase()),
  ]);
  return { analyzers, policies };
}

/** The same promise, whose rejection names `account_id` where the key does not reach the account. */
export const explainUnreachedAccount = <T>(lists: Lists, asked: Promise<T>): Promise<T> =>
  asked.catch(async (thrown: unknown) => {
    await lists.checkAccount(thrown);
    throw thrown;
  });

/**
 * Cached lists of the account; each is read once per session, since terraform plans every resource by itself, many
 * concurrently. They are complete, except for the methods that say that a first page is enough.
 */
export class Lists {
  readonly #reader: Reader;
  readonly #account: AccountId;
  readonly #signal: AbortSignal;
  readonly #read = new Map<string, { readonly answer: Promise<unknown>; readonly at: number }>();
  readonly #original = new Map<string, Promise<Page<Listed[keyof Listed]>>>();

  constructor(reader: Reader, account: AccountId, signal: AbortSignal) {
    this.#reader = reader;
    this.#account = account;
    this.#signal = signal;
  }

  accounts(): Promise<readonly Account[]> {
    return this.cached("accounts", () => this.#reader.accounts({ signal: this.#signal }));
  }

  /** One configuration, also where the list lacks it; undefined when there is none. */
  async configuration(id: ConfigurationId): Promise<Configuration | undefined> {
    const [listed] = byId(await this.including("configurations", (items) => byId(items).has(id))).get(id) ?? [];
    if (listed !== undefined) return listed;
    try {
      return await this.#reader.configuration(this.#account, id, { signal: this.#signal });
    } catch (thrown) {
      if (isNotFound(thrown)) return undefined;
      throw thrown;
    }
  }

  /**
   * A list of the account. A `certain` one is for creating what it lacks, and for naming all repositories of a
   * configuration; it also answers calls that need less. Each is continued from its first page.
   */
  async read<K extends keyof Listed>(list: K, certainty: Certainty): Promise<readonly Listed[K][]> {
    return (await this.#page(list, certainty)).items;
  }

  /** The first page where it has all that is wanted, otherwise the list to its end. */
  async including<K extends keyof Listed>(
    list: K,
    has: (items: readonly Listed[K][]) => boolean,
  ): Promise<readonly Listed[K][]> {
    const first = await this.read(list, "first page");
    return has(first) ? first : this.read(list, "ended");
  }

  /**
   * The list as this process first read it to its end, which in an apply is before its own writes. Terraform plans
   * again when it applies: what this apply does to one resource is no change of what another's plan rests on.
   */
  async original<K extends "configurations" | "repositories">(list: K): Promise<readonly Listed[K][]> {
    const first = this.#original.get(list) as Promise<Page<Listed[K]>> | undefined; // stored under its own name
    return first === undefined ? this.read(list, "certain") : (await first).items;
  }

  #page<K extends keyof Listed>(list: K, certainty: Certainty): Promise<Page<Listed[K]>> {
    const options = { certainty, signal: this.#signal };
    if (certainty === "first page")
      return this.cached(keyOf(list, certainty), () => this.#reader.list(list, this.#account, options));
    const key = keyOf(list, this.#read.has(keyOf(list, "certain")) ? "certain" : certainty);
    const page = this.cached(key, async () => {
      const from = await this.#page(list, "first page");
      return this.#reader.list(list, this.#account, { ...options, from });
    });
    if (!this.#original.has(list)) {
      this.#original.set(list, page);
      page.catch(() => this.#original.delete(list));
    }
    return page;
  }

  /** Drops a list that may have changed. @param olderThan keeps lists that are younger, in milliseconds */
  invalidate(list: "configurations" | "repositories", olderThan = 0): void {
    const now = performance.now();
    for (const [key, { at }] of this.#read)
      if (key.startsWith(`${list}, `) && now - at >= olderThan) this.#read.delete(key);
  }

  /** Drops a list that is too old for a write to be based on. */
  expire(list: "configurations" | "repositories"): void {
    this.invalidate(list, maxAge);
  }

  /** Stores a list that was just read. */
  store(configurations: readonly Configuration[], certainty: "first page" | "ended"): void {
    const at = performance.now();
    const page: Page<Configuration> = { items: configurations, extent: "unknown" };
    for (const each of ["first page", certainty] as const)
      this.#read.set(keyOf("configurations", each), { answer: Promise.resolve(page), at });
  }

  /**
   * @throws ScanformError that names `account_id` where something was refused because the key does not reach the
   * account
   */
  checkAccount(thrown: unknown): Promise<void> {
    return checkAccountReachable({ accounts: () => this.accounts() }, this.#account, thrown);
  }

  /**
   * Reads once, and keeps the answer under the key, which has one type. Concurrent callers share a failure; it is not
   * kept.
   */
  cached<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#read.get(key);
    if (known !== undefined) return known.answer as Promise<T>;
    const answer = key === "accounts" ? read() : explainUnreachedAccount(this, read());
    const entry = { answer, at: performance.now() };
    this.#read.set(key, entry);
    answer.catch(() => {
      if (this.#read.get(key) === entry) this.#read.delete(key);
    });
    return answer;
  }
}

const byName = listIndex(({ name }: Configuration) => name && normalForm(name));

/** The live configurations that have the declared name or a former one: the only candidates of `identify`. */
export const identityCandidates = (
  { name, renamedFrom = [] }: Pick<DesiredConfiguration, "name" | "renamedFrom">,
  live: readonly Configuration[],
): readonly Configuration[] =>
  [...new Set([name, ...renamedFrom].map(normalForm))].flatMap((each) => byName(live).get(each) ?? []);

const byAlikeName = listIndex(({ name }: Configuration) => name && alikeName(name));

/** The live configurations that have nearly this name. */
export const nearlyNamedIn = (live: readonly Configuration[], name: string): readonly Configuration[] =>
  byAlikeName(live).get(alikeName(name)) ?? [];

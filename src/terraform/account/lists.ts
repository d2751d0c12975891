import { groupBy } from "../../model/group-by";
import type { Account, Analyzer, Configuration, CustomPolicy } from "../../model/entities";
import { checkAccountReachable } from "../../reconcile/refresh/choose-account";
import type { AccountId, ConfigurationId } from "../../model/ids";
import { normalForm } from "../../model/normal-form";
import type { Page } from "../../model/page";
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

/** The largest plausible page size. */
const longestPage = 1000;

/** The greatest age, in milliseconds, of a list on which a write is based. */
const maxAge = 5000;

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

/** The same promise, whose refusal names `account_id` where the key does not reach the account. */
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
   * The certainly complete list, also where the service cuts lists at an unusual length: needed to create what
   * the list lacks, or to name all repositories of a configuration.
   */
  complete<K extends "configurations" | "repositories">(list: K): Promise<readonly Listed[K][]> {
    return this.cached(`complete ${list}`, async () => {
      const first = await this.#firstPage(list);
      const options = { signal: this.#signal, always: first.items.length <= longestPage };
      return [...first.items, ...(await this.#reader.rest(list, this.#account, first, options))];
    });
  }

  /** The first page where it has all that is wanted, otherwise the whole list. */
  async including<K extends keyof Listed>(
    list: K,
    has: (items: readonly Listed[K][]) => boolean,
  ): Promise<readonly Listed[K][]> {
    const first = await this.firstPage(list);
    return has(first) ? first : this.whole(list);
  }

  /** The first page, which may be cut: enough to find what is on it. */
  async firstPage<K extends keyof Listed>(list: K): Promise<readonly Listed[K][]> {
    return (await this.#firstPage(list)).items;
  }

  /** Drops a list that may have changed. @param olderThan keeps lists that are younger, in milliseconds */
  invalidate(list: "configurations" | "repositories", olderThan = 0): void {
    const now = performance.now();
    for (const key of [list, `first ${list}`, `complete ${list}`])
      if (now - (this.#read.get(key)?.at ?? now) >= olderThan) this.#read.delete(key);
  }

  /** Drops a list that is too old for a write to be based on. */
  expire(list: "configurations" | "repositories"): void {
    this.invalidate(list, maxAge);
  }

  /** Stores a list that was just read. @param whole whether it is complete, or its first page */
  store(configurations: readonly Configuration[], whole: boolean): void {
    const at = performance.now();
    const page: Page<Configuration> = { items: configurations, extent: whole ? "complete" : "unknown" };
    this.#read.set("first configurations", { answer: Promise.resolve(page), at });
    if (whole) this.#read.set("configurations", { answer: Promise.resolve(configurations), at });
  }

  #firstPage<K extends keyof Listed>(list: K): Promise<Page<Listed[K]>> {
    return this.cached(`first ${list}`, () => this.#reader.firstPage(list, this.#account, { signal: this.#signal }));
  }

  whole<K extends keyof Listed>(list: K): Promise<readonly Listed[K][]> {
    // a complete list serves as the whole one
    return this.cached(this.#read.has(`complete ${list}`) ? `complete ${list}` : list, async () => {
      const first = await this.#firstPage(list);
      return [...first.items, ...(await this.#reader.rest(list, this.#account, first, { signal: this.#signal }))];
    });
  }

  /** @throws ScanformError that names `account_id` where something was refused because the key does not reach the account */
  checkAccount(thrown: unknown): Promise<void> {
    return checkAccountReachable({ accounts: () => this.accounts() }, this.#account, thrown);
  }

  /** Reads once, and keeps the answer under the key, which has one type. Concurrent callers share a failure; it is not kept. */
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

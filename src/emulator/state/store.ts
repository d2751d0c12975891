import type { Seed } from "../seed/seed-schema";
import { AccountStore } from "./account-store";
import { noLag, type Timing } from "./write-history";
import type { StoredConfiguration, StoredRepository } from "./stored-objects";

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

  constructor(seed: Seed, timing: Timing = noLag) {
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

  has(id: string): boolean {
    return this.#accounts.has(id);
  }

  #account(id: string): AccountStore {
    const account = this.#accounts.get(id);
    if (account === undefined) throw new RangeError(`the emulator has no account ${id}`);
    return account;
  }
}

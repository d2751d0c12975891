import { AccountStore, type LiveConfiguration, type LiveRepository } from "./account-store";
import type { Seed } from "./seed-schema";

/** What a test may look at without a request. */
export interface StoreView {
  /** The live configurations of an account, oldest first. Throws when there is no such account. */
  configurations(accountId: string): readonly LiveConfiguration[];
  /** The repositories of an account, in the order of the seed. Throws when there is no such account. */
  repositories(accountId: string): readonly LiveRepository[];
}

/** All accounts, and which of them an API key reaches. */
export class Store implements StoreView {
  readonly #accounts: ReadonlyMap<string, AccountStore>;
  readonly #keys: ReadonlyMap<string, readonly string[]>;

  constructor(seed: Seed) {
    this.#accounts = new Map(seed.accounts.map((account) => [account.account_id, new AccountStore(account)]));
    this.#keys = new Map(Object.entries(seed.keys));
  }

  /** The accounts that a key reaches; undefined when it is no key. Specification, *Authentication*. */
  reachedBy(key: string): readonly AccountStore[] | undefined {
    return this.#keys.get(key)?.map((id) => this.#account(id));
  }

  configurations(accountId: string): readonly LiveConfiguration[] {
    return this.#account(accountId).configurations();
  }

  repositories(accountId: string): readonly LiveRepository[] {
    return this.#account(accountId).repositories();
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

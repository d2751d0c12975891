import type { AccountStore } from "./account-store";

/** What is known of a request while it is answered. */
export interface Env {
  Variables: {
    /** The accounts that the key reaches. */
    accounts: readonly AccountStore[];
    /** The one of the path, below /v1/accounts/:account_id. */
    account: AccountStore;
    /** The JSON that came, whether it is valid or not. */
    body?: unknown;
  };
}

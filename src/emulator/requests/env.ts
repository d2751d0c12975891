import type { OperationId } from "../../api/operations";
import type { AccountStore } from "../state/account-store";

/** What is known of a request while it is answered. */
export interface Env {
  Variables: {
    /** The accounts that the key reaches. */
    accounts: readonly AccountStore[];
    /** The one of the path, below /v1/accounts/:account_id. */
    account: AccountStore;
    /** Which operation it is of; absent when of none. */
    operationId?: OperationId;
    /** The JSON that came, whether it is valid or not. */
    body?: unknown;
    /** How long its text was. */
    bodyBytes?: number;
    /** The fault that changed the answer. */
    fault?: string;
    /** The status of an answer that was not given the usual way; 0 when there was none. */
    status?: number;
  };
}

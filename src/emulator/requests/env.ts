import type { OperationId } from "../../api/operations";
import type { AccountStore } from "../state/account-store";

/** Hono's environment: the variables of a request. */
export interface Env {
  Variables: {
    /** The accounts that the key can access. */
    accounts: readonly AccountStore[];
    /** The account of the path, below /v1/accounts/:account_id. */
    account: AccountStore;
    /** The operation; absent if the request matches none. */
    operationId?: OperationId;
    /** The parsed JSON body, valid or not. */
    body?: unknown;
    /** The size of the body. */
    bodyBytes?: number;
    /** The fault that altered the response. */
    fault?: string;
    /** The status of a response that bypassed Hono; 0 if there was none. */
    status?: number;
  };
}

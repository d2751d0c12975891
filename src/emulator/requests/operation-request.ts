import type { Operation, PathParameters } from "../../api/operation";
import type { OperationId, operations } from "../../api/operations";
import type { Parameters, Query } from "../../api/parameter";
import type { AccountStore } from "../state/account-store";
import type { EmulatorContext } from "../state/context";
import type { RequestBodies } from "./request-bodies";

type Of<Id extends OperationId> = (typeof operations)[Id];
type QueryOf<O extends Operation> = O extends { query: infer P extends Parameters } ? Query<P> : undefined;

/** A request of one operation, validated as far as that needs no state. */
export interface OperationRequest<Id extends OperationId> {
  readonly context: EmulatorContext;
  /** The base URL that the request was sent to, without /v1. */
  readonly origin: string;
  /** The accounts that the key can access. */
  readonly accounts: readonly AccountStore[];
  /** The account of the path; for a path without one, the first that the key can access. */
  readonly account: AccountStore;
  readonly path: PathParameters<Of<Id>>;
  readonly query: QueryOf<Of<Id>>;
  readonly body: Id extends keyof RequestBodies ? RequestBodies[Id] : undefined;
}

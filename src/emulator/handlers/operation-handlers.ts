import type { OperationId } from "../../api/operations";
import type { OperationRequest } from "../requests/operation-request";
import type { OperationResult } from "../responses/operation-result";

/** A handler for each of some operations. */
export type OperationHandlers<Id extends OperationId = OperationId> = {
  readonly [K in Id]: (request: OperationRequest<K>) => OperationResult;
};

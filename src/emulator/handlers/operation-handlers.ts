import type { OperationId } from "../../api/operations";
import type { OperationRequest } from "../requests/operation-request";
import type { OperationResult } from "../responses/operation-result";

/** The operations of some kinds, each with what answers it. */
export type OperationHandlers<Id extends OperationId = OperationId> = {
  readonly [K in Id]: (request: OperationRequest<K>) => OperationResult;
};

import type { OperationId } from "../../api/operations";
import type { Call } from "../requests/operation-request";
import type { Answer } from "../responses/operation-result";

/** The operations of some kinds, each with what answers it. */
export type Handlers<Id extends OperationId = OperationId> = {
  readonly [K in Id]: (call: Call<K>) => Answer;
};

import { combinedFindings } from "../findings/combined-findings";
import { notFound } from "../requests/http-errors";
import type { OperationRequest } from "../requests/operation-request";
import { type OperationResult, okResult } from "../responses/operation-result";
import { triageResponse } from "../scan-records/assumptions";
import { runDueDeepscans } from "../scanning/run-due-deepscans";
import type { OperationHandlers } from "./operation-handlers";

/** Specification, *Endpoints > Triage*. */
export const triageHandlers: OperationHandlers<"setTriage" | "getTriage" | "removeTriage"> = {
  getTriage: (request) => triageResult(request),

  setTriage: (request) => {
    const { account, path, body } = request;
    triageResult(request);
    account.scanRecords.setTriage(path.finding_id, body.triage_category);
    return triageResult(request);
  },

  removeTriage: (request) => {
    const { account, path } = request;
    triageResult(request);
    account.scanRecords.removeTriage(path.finding_id);
    return triageResult(request);
  },
};

/** @throws 404 if the account has no finding with this id */
function triageResult(request: OperationRequest<"getTriage" | "setTriage" | "removeTriage">): OperationResult {
  const finding = combinedFindings(runDueDeepscans(request)).find(({ id }) => id === request.path.finding_id);
  if (finding === undefined) throw notFound();
  return okResult(triageResponse({ id: finding.id, state: finding.state, triage: finding.triage ?? null }));
}

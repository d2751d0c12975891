import { insightsResponse } from "../scans/responses";
import { bulkHandlers, configurationHandlers } from "./configurations";
import { deepscanHandlers, sbomHandlers } from "./deepscans";
import { findingHandlers, prScanHandlers, triageHandlers } from "./findings";
import { listResult, okResult, type OperationHandlers } from "./operation";

/** The handlers of all operations. */
export const handlers: OperationHandlers = {
  listAccounts: ({ accounts }) => listResult(accounts.map((each) => each.account)),
  listRepositories: ({ account }) => listResult(account.readView().repositories()),
  listAnalyzers: ({ account }) => listResult(account.analyzers),
  listCustomPolicies: ({ account }) => listResult(account.policies),
  getInsights: ({ account, query: { date } }) => okResult({ data: insightsResponse(account, date) }),
  ...configurationHandlers,
  ...bulkHandlers,
  ...prScanHandlers,
  ...findingHandlers,
  ...triageHandlers,
  ...deepscanHandlers,
  ...sbomHandlers,
};

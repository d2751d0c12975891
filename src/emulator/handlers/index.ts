import { formatInsightsDate } from "../scans/assumptions";
import { bulkHandlers, configurationHandlers } from "./configurations";
import { deepscanHandlers, sbomHandlers } from "./deepscans";
import { findingHandlers, prScanHandlers, triageHandlers } from "./findings";
import { listResult, okResult, type OperationHandlers } from "./operation";

/** The read-only lists: specification, *Endpoints > Accounts, repositories, analyzers, custom policies, insights*. */
const listHandlers: OperationHandlers<"listAccounts" | "listRepositories" | "listAnalyzers" | "listCustomPolicies"> = {
  listAccounts: ({ accounts }) => listResult(accounts.map((each) => each.account)),
  listRepositories: ({ account }) => listResult(account.readView().repositories()),
  listAnalyzers: ({ account }) => listResult(account.analyzers),
  listCustomPolicies: ({ account }) => listResult(account.policies),
};

/** Specification, *Daily insights digest*. */
const insightHandlers: OperationHandlers<"getInsights"> = {
  getInsights: ({ account, query: { date } }) => {
    const { date: day = date, insights = [] } = account.scanRecords.insights(date) ?? {};
    return okResult({ data: { date: day === undefined ? null : formatInsightsDate(day), insights } });
  },
};

/** The handlers of all operations. */
export const handlers: OperationHandlers = {
  ...listHandlers,
  ...configurationHandlers,
  ...bulkHandlers,
  ...insightHandlers,
  ...prScanHandlers,
  ...findingHandlers,
  ...triageHandlers,
  ...deepscanHandlers,
  ...sbomHandlers,
};

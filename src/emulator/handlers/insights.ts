import { okResult } from "../responses/operation-result";
import { formatInsightsDate } from "../scan-records/assumptions";
import type { OperationHandlers } from "./operation-handlers";

/** Specification, *Daily insights digest*. */
export const insightHandlers: OperationHandlers<"getInsights"> = {
  getInsights: ({ account, query: { date } }) => {
    const { date: day = date, insights = [] } = account.scanRecords.insights(date) ?? {};
    return okResult({ data: { date: day === undefined ? null : formatInsightsDate(day), insights } });
  },
};

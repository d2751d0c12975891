import { found } from "../responses/operation-result";
import { insightsDate } from "../scan-records/assumptions";
import type { Handlers } from "./operation-handlers";

/** Specification, *Daily insights digest*. */
export const insightHandlers: Handlers<"getInsights"> = {
  getInsights: ({ account, query: { date } }) => {
    const { date: day = date, insights = [] } = account.scanning.insights(date) ?? {};
    return found({ data: { date: day === undefined ? null : insightsDate(day), insights } });
  },
};

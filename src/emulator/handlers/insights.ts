import { found, type Handlers } from "../call";
import { insightsDate } from "../scanning/choices";

/** Specification, *Daily insights digest*. */
export const insightHandlers: Handlers<"getInsights"> = {
  getInsights: ({ account, query: { date } }) => {
    const { date: day = date, insights = [] } = account.scanning.insights(date) ?? {};
    return found({ data: { date: day === undefined ? null : insightsDate(day), insights } });
  },
};

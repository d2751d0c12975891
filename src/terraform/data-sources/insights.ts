import { operations } from "../../api/operations";
import { insightsFields } from "../../model/scans";
import type { DataSourceType } from "../resource";
import { dataSourceSchemas } from "../schema/data-sources";
import { checkFilters, queryOf } from "./query";
import { dataSource, found } from "./data-source";
import { toValues } from "./to-values";

/** Specification, *Daily insights digest*. What the service calls the date is `covers`: it is written in another form. */
export const insightSources = {
  scanform_insights: dataSource(
    dataSourceSchemas.scanform_insights,
    async ({ reader, accountId, signal }, config) => {
      const answer = await reader.insights(accountId, queryOf("getInsights", config), { signal });
      const { date: covers = null, ...rest } = toValues(insightsFields, answer);
      return found({ ...config, ...rest, covers });
    },
    (config) => checkFilters(operations.getInsights.query, config),
  ),
} as const satisfies Readonly<Record<string, DataSourceType>>;

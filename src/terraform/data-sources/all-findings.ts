import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import { operations } from "../../api/operations";
import { type CombinedFinding, combinedFindingFields } from "../../model/findings";
import { findingsFrom, type FindingsPage } from "../../service/paging";
import type { Session } from "../account/session";
import type { DataSourceType } from "../resource";
import { dataSourceSchemas } from "../schema/data-sources";
import { findingFilters, standardLimit } from "../schema/scan-sources";
import { isUnknown, type ObjectValue } from "../values/value";
import { checkRepository } from "./explain-not-found";
import { checkFilters, queryOf } from "./query";
import { dataSource, found } from "./data-source";
import { toValues } from "./to-values";

const largestPage = operations.listAllFindings.query.per_page.most;

const checkLimit = ({ limit = null }: ObjectValue): readonly Diagnostic[] =>
  limit === null || isUnknown(limit) || (typeof limit === "number" && Number.isInteger(limit) && limit >= 0)
    ? []
    : [error("filter-invalid", "limit must be a whole number from 0 on.", { attribute: ["limit"] })];

interface Newest {
  readonly findings: readonly CombinedFinding[];
  readonly total: number;
}

/** So many of them at most; one page when that is enough. */
async function newest({ reader, accountId, signal }: Session, config: ObjectValue, limit: number): Promise<Newest> {
  const query = { ...queryOf("listAllFindings", config), per_page: Math.min(Math.max(limit, 1), largestPage) };
  let total = 0;
  const fetch = async (page: number, stop: AbortSignal): Promise<FindingsPage> => {
    const fetched = await reader.allFindingsPage(accountId, { ...query, page }, { signal: stop });
    total = fetched.pagination.total;
    return fetched;
  };
  if (limit <= largestPage) {
    const { data } = await fetch(1, signal);
    return { findings: data.slice(0, limit), total };
  }
  const findings: CombinedFinding[] = [];
  for await (const finding of findingsFrom(1, fetch, signal)) if (findings.push(finding) >= limit) break;
  return { findings, total };
}

const incomplete = (read: number, total: number): Diagnostic =>
  warning(
    "findings-incomplete",
    `Only the newest ${String(read)} of ${String(total)} that match. Ask for fewer, or raise limit.`,
    { attribute: ["limit"] },
  );

/** Specification, *Combined finding*. */
export const findingSources = {
  scanform_all_findings: dataSource(
    dataSourceSchemas.scanform_all_findings,
    async (session, config) => {
      const { limit: given, repository_id: repository } = config;
      const limit = typeof given === "number" ? given : standardLimit;
      const { findings, total } = await newest(session, config, limit);
      // the service answers a filter that it does not know with nothing, which would read as "no findings"
      if (total === 0 && typeof repository === "string") await checkRepository(session, repository);
      const complete = findings.length >= total;
      return found(
        {
          ...config,
          findings: findings.map((each) => toValues(combinedFindingFields, each)),
          total,
          complete,
        },
        complete || limit === 0 ? [] : [incomplete(findings.length, total)],
      );
    },
    (config) => [...checkFilters(findingFilters, config), ...checkLimit(config)],
  ),
} as const satisfies Readonly<Record<string, DataSourceType>>;

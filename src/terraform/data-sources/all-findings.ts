import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import { operations } from "../../api/operations";
import { type CombinedFinding, combinedFindingFields } from "../../model/findings";
import { findingsFrom, type FindingsPage } from "../../service/all-findings";
import type { Session } from "../account/session";
import type { DataSourceType } from "../resource";
import { dataSourceSchemas } from "../schema/data-sources";
import { findingFilters, standardMost } from "../schema/scan-sources";
import { isUnknown, type ObjectValue } from "../values/value";
import { checkRepository } from "./explain-not-found";
import { checkFilters, queryOf } from "./query";
import { dataSource, found } from "./data-source";
import { toValues } from "./to-values";

const largestPage = operations.listAllFindings.query.per_page.most;

const checkMost = ({ most = null }: ObjectValue): readonly Diagnostic[] =>
  most === null || isUnknown(most) || (typeof most === "number" && Number.isInteger(most) && most >= 0)
    ? []
    : [error("filter-invalid", "most must be a whole number from 0 on.", { attribute: ["most"] })];

interface Newest {
  readonly findings: readonly CombinedFinding[];
  readonly total: number;
}

/** So many of them at most; one page when that is enough. */
async function newest({ reader, accountId, signal }: Session, config: ObjectValue, most: number): Promise<Newest> {
  const query = { ...queryOf("listAllFindings", config), per_page: Math.min(Math.max(most, 1), largestPage) };
  let total = 0;
  const fetch = async (page: number, stop: AbortSignal): Promise<FindingsPage> => {
    const fetched = await reader.allFindingsPage(accountId, { ...query, page }, { signal: stop });
    total = fetched.pagination.total;
    return fetched;
  };
  if (most <= largestPage) {
    const { data } = await fetch(1, signal);
    return { findings: data.slice(0, most), total };
  }
  const findings: CombinedFinding[] = [];
  for await (const finding of findingsFrom(1, fetch, signal)) if (findings.push(finding) >= most) break;
  return { findings, total };
}

const incomplete = (read: number, total: number): Diagnostic =>
  warning(
    "findings-incomplete",
    `Only the newest ${String(read)} of ${String(total)} that match. Ask for fewer, or raise most.`,
    { attribute: ["most"] },
  );

/** Specification, *Combined finding*. */
export const findingSources = {
  scanform_all_findings: dataSource(
    dataSourceSchemas.scanform_all_findings,
    async (session, config) => {
      const { most: given, repository_id: repository } = config;
      const most = typeof given === "number" ? given : standardMost;
      const { findings, total } = await newest(session, config, most);
      // the service answers a filter that it does not know with nothing, which would read as "no findings"
      if (total === 0 && typeof repository === "string") await checkRepository(session, repository);
      const complete = findings.length >= total;
      return found(
        {
          ...config,
          all_findings: findings.map((each) => toValues(combinedFindingFields, each)),
          total,
          complete,
        },
        complete || most === 0 ? [] : [incomplete(findings.length, total)],
      );
    },
    (config) => [...checkFilters(findingFilters, config), ...checkMost(config)],
  ),
} as const satisfies Readonly<Record<string, DataSourceType>>;

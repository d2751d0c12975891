import { operations } from "../../api/operations";
import type { Parameter } from "../../api/parameter";
import { type CombinedFinding, combinedFindingFields, prFindingFields } from "../../model/findings";
import { insightsFields, prScanFields } from "../../model/scans";
import { caseHint } from "../../model/uuid";
import { findingFilters, standardLimit } from "../schema/data-sources";
import {
  checkFilters,
  checkRepository,
  explainNotFound,
  found,
  newestFirst,
  queryOf,
  sortByTime,
  type Source,
  toValues,
} from "./data-source";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { FindingsPage } from "../../reconcile/ports";
import { findingsFrom } from "../../service/paging";
import type { Session } from "../account/session";
import { type ObjectValue, textIn } from "../value";
import { fail } from "../../diagnostics/error";
import { isNotFound } from "../../reconcile/ports";
import { explainUnreachedAccount } from "../account/lists";
import { noTriageText, triageStatus } from "../../model/triage";

const largestPage = operations.listAllFindings.query.per_page.most;

const limitParameter = { kind: "integer", least: 0, description: "" } as const satisfies Parameter;

interface Newest {
  readonly findings: readonly CombinedFinding[];
  readonly total: number;
}

/** At most `limit` findings, newest first; reads one page where that is enough. */
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

/** Scans of pull requests, what they found, and what was decided: specification, *Endpoints > Scans and findings*. */
export const findingSources = {
  scanform_scans: {
    async read(session, config) {
      const { reader, accountId, signal } = session;
      const repositoryId = textIn(config["repository_id"]);
      const asked = reader.scans(accountId, repositoryId, queryOf("listScans", config), { signal });
      const scans = sortByTime(
        await explainNotFound(session, config, asked),
        (each) => each.scan_date,
        (each) => each.scan_id,
      );
      return found({ scans: scans.map((each) => toValues(prScanFields, each)) });
    },
    check: (config) => checkFilters(operations.listScans.query, config),
  },
  scanform_scan: {
    async read(session, config) {
      const { reader, accountId, signal } = session;
      const [repositoryId, id] = [textIn(config["repository_id"]), textIn(config["scan_id"])];
      const scan = await explainNotFound(
        session,
        config,
        reader.scan(accountId, repositoryId, id, queryOf("getScan", config), { signal }),
        { attribute: "scan_id", words: `The repository has no scan with the id ${JSON.stringify(id)}.${caseHint(id)}` },
      );
      return found({ ...toValues(operations.getScan.answers[200], scan), scan_id: id });
    },
    check: (config) => checkFilters(operations.getScan.query, config),
  },
  scanform_findings: {
    async read(session, config) {
      const { reader, accountId, signal } = session;
      const asked = reader.prFindings(accountId, textIn(config["repository_id"]), { signal });
      const findings = newestFirst(await explainNotFound(session, config, asked));
      return found({ findings: findings.map((each) => toValues(prFindingFields, each)) });
    },
  },
  scanform_all_findings: {
    async read(session, config) {
      const { limit: given, repository_id: repository } = config;
      const limit = typeof given === "number" ? given : standardLimit;
      const { findings, total } = await newest(session, config, limit);
      // the service answers a filter that it does not know with nothing, which would read as "no findings"
      if (total === 0 && typeof repository === "string") await checkRepository(session, repository);
      const complete = findings.length >= total;
      return found(
        {
          findings: findings.map((each) => toValues(combinedFindingFields, each)),
          total,
          complete,
        },
        complete || limit === 0 ? [] : [incomplete(findings.length, total)],
      );
    },
    check: (config) => checkFilters({ ...findingFilters, limit: limitParameter }, config),
  },
  scanform_finding_triage: {
    async read({ reader, lists, accountId, signal }, config) {
      const id = textIn(config["finding_id"]);
      const asked = explainUnreachedAccount(lists, reader.getTriage(accountId, id, { signal }));
      const answer = await asked.catch((thrown: unknown) => {
        if (!isNotFound(thrown)) throw thrown;
        return fail("nothing-to-read", noTriageText(id), { attribute: ["finding_id"] });
      });
      const status = triageStatus(answer);
      return found({
        category: status.is === "set" ? status.category : null,
        category_name: status.is === "set" ? (status.name ?? null) : null,
        answer_json: answer === undefined ? null : JSON.stringify(answer),
      });
    },
  },
  // specification, *Daily insights digest*; what the service calls the date is `covers`: it is written in another form
  scanform_insights: {
    async read({ reader, accountId, signal }, config) {
      const answer = await reader.insights(accountId, queryOf("getInsights", config), { signal });
      const { date: covers = null, ...rest } = toValues(insightsFields, answer);
      return found({ ...rest, covers });
    },
    check: (config) => checkFilters(operations.getInsights.query, config),
  },
} satisfies Readonly<Record<string, Source>>;

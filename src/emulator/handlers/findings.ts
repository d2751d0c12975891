import { operations } from "../../api/operations";
import type { Query } from "../../api/parameter";
import { notFound, orNotFound, unprocessable } from "../http/read-request";
import { isListedSeverity, seriesOfScan } from "../scans/assumptions";
import { combinedFindings, type FindingEntry, trackFindings } from "../scans/combined-findings";
import { currentPullRequests, prFindingResponse, prScanResponse, scanOutcome } from "../scans/responses";
import { runDueDeepscans } from "../scans/run-deepscan";
import type { SeedPullRequest, SeedScan } from "../scans/scan-seed";
import { byNewest, dayMilliseconds, newestFirst, scanTime } from "../scans/scan-store";
import {
  findRepository,
  listResult,
  okResult,
  type OperationHandlers,
  type OperationRequest,
  type OperationResult,
} from "./operation";

const parameters = operations.listAllFindings.query;

/**
 * Scans of pull requests, findings and their triage: specification, *Endpoints*. The answers about a triage are not shown
 * there: all three are the same here.
 */
export const findingHandlers = {
  listPrFindings: ({ account, path }) => {
    const scans = account.scanRecords.scansOf(findRepository(account, path.repository_id).id);
    return listResult(
      trackFindings(scans, ({ findings = [] }) => findings, seriesOfScan)
        .filter(({ present }) => present)
        .toSorted((left, right) => byNewest(left.finding, right.finding))
        .map(({ scan, finding }) => prFindingResponse(account, scan, finding)),
    );
  },

  listAllFindings: (request) => {
    const { query, context } = request;
    const { page = parameters.page.standard, per_page: perPage = parameters.per_page.standard } = query;
    const since = context.clock.now().getTime() - query.days * dayMilliseconds;
    const findings = combinedFindings(runDueDeepscans(request))
      .filter((finding) => Date.parse(finding.response.created_at) >= since && matchesFinding(query, finding))
      .map(({ response }) => response);
    const total = findings.length;
    const pagination = { total, page, per_page: perPage, total_pages: Math.ceil(total / perPage) };
    return listResult(findings.slice((page - 1) * perPage, page * perPage), { pagination });
  },

  listScans: ({ account, path, query }) => {
    const scans = account.scanRecords.scansOf(findRepository(account, path.repository_id).id);
    const pullRequestOf = currentPullRequests(scans);
    return listResult(
      newestFirst(scans)
        .filter((scan) => matchesScan(query, scan, pullRequestOf(scan)))
        .map((scan) => prScanResponse(account, scan, pullRequestOf(scan))),
    );
  },

  getScan: (request) => {
    const { account, query } = request;
    const scan = findScan(request);
    const pullRequest = currentPullRequests(account.scanRecords.scansOf(scan.repository_id))(scan);
    const wanted = query.findings_result;
    const findings = (scan.findings ?? [])
      .filter(({ result }) => wanted?.includes(result) ?? true)
      .map((finding) => ({
        ...prFindingResponse(account, scan, finding),
        finding_type: finding.finding_type,
        ...(finding.label === undefined ? {} : { label: finding.label }),
        result: finding.result,
      }));
    return okResult({ ...prScanResponse(account, scan, pullRequest), findings });
  },

  getTriage: (request) => triageResult(request),

  setTriage: (request) => {
    const { account, path, body, context } = request;
    const { triage_again: again } = context.profile.current;
    triageResult(request);
    const isFirst = account.scanRecords.triageOf(path.finding_id) === undefined;
    if (!isFirst && again === "refused")
      throw unprocessable([{ path: ["triage_category"], message: "the finding is triaged already" }]);
    if (isFirst || again === "replaced") account.scanRecords.setTriage(path.finding_id, body.triage_category);
    return triageResult(request);
  },

  removeTriage: (request) => {
    const { account, path, context } = request;
    triageResult(request);
    const isThere = account.scanRecords.triageOf(path.finding_id) !== undefined;
    if (!isThere && context.profile.current.triage_missing === 404) throw notFound();
    account.scanRecords.removeTriage(path.finding_id);
    return triageResult(request);
  },
} satisfies Partial<OperationHandlers>;

/** Findings of other severities than the four are listed elsewhere. */
function matchesFinding(wanted: Query<typeof parameters>, finding: FindingEntry): boolean {
  const { finding_type, severity } = finding.response;
  const { finding_type: type = parameters.finding_type.standard } = wanted;
  const severities: readonly string[] | undefined = wanted.severity;
  return (
    (type === "all" || finding_type === type) &&
    (severities?.includes(severity) ?? isListedSeverity(severity)) &&
    (wanted.repository_id ?? finding.repository_id) === finding.repository_id &&
    (finding.branch === undefined || finding.branch === (wanted.branch ?? null)) &&
    (finding.present || (wanted.all_results ?? parameters.all_results.standard))
  );
}

/** @throws 404 if the repository has no scan with this id */
function findScan({ account, path }: OperationRequest<"getScan">): SeedScan {
  const repository = findRepository(account, path.repository_id);
  const scan = account.scanRecords.scan(path.id);
  if (scan?.repository_id !== repository.id) throw notFound();
  return scan;
}

type Filters = Query<typeof operations.listScans.query>;

/** Tests each given filter; where the specification has two readings, either may match. */
function matchesScan(wanted: Filters, scan: SeedScan, pullRequest: SeedPullRequest): boolean {
  const outcome = scanOutcome(scan);
  const among = (list: readonly string[] | undefined, ...values: readonly (string | null | undefined)[]): boolean =>
    list === undefined || values.some((value) => typeof value === "string" && list.includes(value));
  const { id, name, email } = scan.initiated_by ?? {};
  return (
    (wanted.date_from === undefined || scanTime(scan) >= Date.parse(wanted.date_from)) &&
    (wanted.date_to === undefined || scanTime(scan) <= endOf(wanted.date_to)) &&
    among(wanted.initiated_by === undefined ? undefined : [wanted.initiated_by], id, name, email) &&
    among(wanted.result, outcome?.risk, outcome?.status) &&
    among(wanted.severity, outcome?.severity) &&
    (wanted.pr_number ?? scan.pull_request.number) === scan.pull_request.number &&
    among(wanted.pr_status, pullRequest.status)
  );
}

/** The last millisecond of a date (a whole day in UTC) or date-time. */
const endOf = (date: string): number => Date.parse(date) + (date.includes("T") ? 0 : dayMilliseconds - 1);

/** @throws 404 if the account has no finding with this id */
function triageResult(request: OperationRequest<"getTriage" | "setTriage" | "removeTriage">): OperationResult {
  const findings = combinedFindings(runDueDeepscans(request));
  const { response } = orNotFound(findings.find((finding) => finding.response.id === request.path.finding_id));
  const { id, state, triage } = response;
  return okResult({ data: { finding_id: id, state, triage } });
}

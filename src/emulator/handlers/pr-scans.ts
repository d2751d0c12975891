import type { operations } from "../../api/operations";
import type { Query } from "../../api/parameter";
import { currentPullRequests, scanOutcome, prFindingResponse, prScanResponse } from "../findings/pr-scan-response";
import { findRepository } from "../requests/find-or-fail";
import { notFound } from "../requests/http-errors";
import type { OperationRequest } from "../requests/operation-request";
import { okResult, listResult } from "../responses/operation-result";
import { newestFirst, scanTime } from "../scan-records/chronological";
import type { SeedPullRequest, SeedScan } from "../scan-records/scan-seed";
import type { OperationHandlers } from "./operation-handlers";

/** The operations on scans of pull requests: specification, *Endpoints > Scans and findings*. */
export const prScanHandlers: OperationHandlers<"listScans" | "getScan"> = {
  listScans: ({ account, path, query }) => {
    const scans = account.scanRecords.scansOf(findRepository(account, path.repository_id).id);
    const pullRequestOf = currentPullRequests(scans);
    return listResult(
      newestFirst(scans)
        .filter((scan) => matches(query, scan, pullRequestOf(scan)))
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
};

/** @throws 404 if the repository has no scan with this id */
function findScan({ account, path }: OperationRequest<"getScan">): SeedScan {
  const repository = findRepository(account, path.repository_id);
  const scan = account.scanRecords.scan(path.id);
  if (scan?.repository_id !== repository.id) throw notFound();
  return scan;
}

type Filters = Query<typeof operations.listScans.query>;

/** Tests each given filter; where the specification has two readings, either may match. */
function matches(wanted: Filters, scan: SeedScan, pullRequest: SeedPullRequest): boolean {
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

const dayMilliseconds = 86_400_000;

/** The last millisecond of a date (a whole day in UTC) or date-time. */
const endOf = (date: string): number => Date.parse(date) + (date.includes("T") ? 0 : dayMilliseconds - 1);

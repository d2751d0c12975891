import type { operations } from "../../api/operations";
import type { Query } from "../../api/parameter";
import { currentPullRequests, outcomeOf, prFindingAnswer, scanAnswer } from "../findings/pr-scan-answers";
import { repositoryOf } from "../requests/find-or-fail";
import { notFound } from "../requests/http-errors";
import type { Call } from "../requests/operation-request";
import { found, listed } from "../responses/operation-result";
import { newestFirst, timeOf } from "../scan-records/order";
import type { SeedPullRequest, SeedScan } from "../scan-records/scan-seed";
import type { Handlers } from "./operation-handlers";

/** The operations on scans of pull requests: specification, *Endpoints > Scans and findings*. */
export const prScanHandlers: Handlers<"listScans" | "getScan"> = {
  listScans: ({ account, path, query }) => {
    const scans = account.scanning.scansOf(repositoryOf(account, path.repository_id).id);
    const pullRequestOf = currentPullRequests(scans);
    return listed(
      newestFirst(scans)
        .filter((scan) => matches(query, scan, pullRequestOf(scan)))
        .map((scan) => scanAnswer(account, scan, pullRequestOf(scan))),
    );
  },

  getScan: (call) => {
    const { account, query } = call;
    const scan = scanOf(call);
    const pullRequest = currentPullRequests(account.scanning.scansOf(scan.repository_id))(scan);
    const wanted = query.findings_result;
    const findings = (scan.findings ?? [])
      .filter(({ result }) => wanted?.includes(result) ?? true)
      .map((finding) => ({
        ...prFindingAnswer(account, scan, finding),
        finding_type: finding.finding_type,
        ...(finding.label === undefined ? {} : { label: finding.label }),
        result: finding.result,
      }));
    return found({ ...scanAnswer(account, scan, pullRequest), findings });
  },
};

/** @throws 404 when the repository has no scan of this id */
function scanOf({ account, path }: Call<"getScan">): SeedScan {
  const repository = repositoryOf(account, path.repository_id);
  const scan = account.scanning.scan(path.id);
  if (scan?.repository_id !== repository.id) throw notFound();
  return scan;
}

type Filters = Query<typeof operations.listScans.query>;

/** A value that is there must be among those that are wanted; both readings of the specification are taken. */
function matches(wanted: Filters, scan: SeedScan, pullRequest: SeedPullRequest): boolean {
  const outcome = outcomeOf(scan);
  const among = (list: readonly string[] | undefined, ...values: readonly (string | null | undefined)[]): boolean =>
    list === undefined || values.some((value) => typeof value === "string" && list.includes(value));
  const { id, name, email } = scan.initiated_by ?? {};
  return (
    (wanted.date_from === undefined || timeOf(scan) >= Date.parse(wanted.date_from)) &&
    (wanted.date_to === undefined || timeOf(scan) <= lastOf(wanted.date_to)) &&
    among(wanted.initiated_by === undefined ? undefined : [wanted.initiated_by], id, name, email) &&
    among(wanted.result, outcome?.risk, outcome?.status) &&
    among(wanted.severity, outcome?.severity) &&
    (wanted.pr_number ?? scan.pull_request.number) === scan.pull_request.number &&
    among(wanted.pr_status, pullRequest.status)
  );
}

const dayMilliseconds = 86_400_000;

/** The last millisecond that a date or date-time takes in: all of a day, in UTC. */
const lastOf = (date: string): number => Date.parse(date) + (date.includes("T") ? 0 : dayMilliseconds - 1);

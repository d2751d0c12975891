import { operations } from "../../api/operations";
import type { Query } from "../../api/parameter";
import { combinedFindings, type FindingEntry } from "../findings/combined-findings";
import { prFindingResponse } from "../findings/pr-scan-response";
import { trackFindings } from "../findings/track-findings";
import { findRepository } from "../requests/find-or-fail";
import { listResult } from "../responses/operation-result";
import { seriesOfScan, totalPages } from "../scan-records/assumptions";
import { byNewest } from "../scan-records/chronological";
import { runDueDeepscans } from "../scanning/run-due-deepscans";
import type { OperationHandlers } from "./operation-handlers";

const dayMilliseconds = 86_400_000;
const parameters = operations.listAllFindings.query;

/** The lists of findings: specification, *Endpoints > Scans and findings*. */
export const findingHandlers: OperationHandlers<"listPrFindings" | "listAllFindings"> = {
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
    const answers = combinedFindings(runDueDeepscans(request))
      .filter((finding) => Date.parse(finding.created_at) >= since && matches(query, finding))
      .flatMap(({ response }) => response() ?? []);
    const first = (page - 1) * perPage;
    return listResult(answers.slice(first, first + perPage), {
      pagination: {
        total: answers.length,
        page,
        per_page: perPage,
        total_pages: totalPages(answers.length, perPage),
      },
    });
  },
};

function matches(wanted: Query<typeof parameters>, finding: FindingEntry): boolean {
  const { finding_type: type = parameters.finding_type.standard } = wanted;
  const severities: readonly string[] | undefined = wanted.severity;
  return (
    (type === "all" || finding.finding_type === type) &&
    (severities?.includes(finding.severity) ?? true) &&
    (wanted.repository_id ?? finding.repository_id) === finding.repository_id &&
    (finding.branch === undefined || finding.branch === (wanted.branch ?? null)) &&
    (finding.present || (wanted.all_results ?? parameters.all_results.standard))
  );
}

import { operations } from "../../api/operations";
import type { Query } from "../../api/parameter";
import { allCombined, type Combined } from "../findings/combined-findings";
import { prFindingAnswer } from "../findings/pr-scan-answers";
import { tracked } from "../findings/track-findings";
import { repositoryOf } from "../requests/find-or-fail";
import { listed } from "../responses/operation-result";
import { contextOfScan, totalPages } from "../scan-records/assumptions";
import { byNewest } from "../scan-records/order";
import { settled } from "../scanning/run-due-deepscans";
import type { Handlers } from "./operation-handlers";

const dayMilliseconds = 86_400_000;
const parameters = operations.listAllFindings.query;

/** The lists of findings: specification, *Endpoints > Scans and findings*. */
export const findingHandlers: Handlers<"listPrFindings" | "listAllFindings"> = {
  listPrFindings: ({ account, path }) => {
    const scans = account.scanning.scansOf(repositoryOf(account, path.repository_id).id);
    return listed(
      tracked(scans, ({ findings = [] }) => findings, contextOfScan)
        .filter(({ present }) => present)
        .toSorted((left, right) => byNewest(left.finding, right.finding))
        .map(({ scan, finding }) => prFindingAnswer(account, scan, finding)),
    );
  },

  listAllFindings: (call) => {
    const { query, world } = call;
    const { page = parameters.page.standard, per_page: perPage = parameters.per_page.standard } = query;
    const since = world.clock.now().getTime() - query.days * dayMilliseconds;
    const answers = allCombined(settled(call))
      .filter((finding) => Date.parse(finding.created_at) >= since && matches(query, finding))
      .flatMap(({ answer }) => answer() ?? []);
    const first = (page - 1) * perPage;
    return listed(answers.slice(first, first + perPage), {
      pagination: {
        total: answers.length,
        page,
        per_page: perPage,
        total_pages: totalPages(answers.length, perPage),
      },
    });
  },
};

function matches(wanted: Query<typeof parameters>, finding: Combined): boolean {
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

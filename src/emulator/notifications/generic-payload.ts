import { severities } from "../../model/findings";
import type { WebhookPayload, WebhookResult } from "../../model/webhooks";
import type { CompletedScan } from "../state/completed-scan";

/**
 * Specification, *Generic payload*.
 *
 * @param notified the scan's findings that the destination is notified of
 */
export function genericPayload(scan: CompletedScan, notified: CompletedScan["findings"]): WebhookPayload {
  const { account, repository, pullRequest } = scan;
  const org = account.account.org_name ?? account.account.account_id;
  const repo = repository.name ?? repository.id;
  return {
    dashboard_url: scan.dashboardUrl,
    scm_url: pullRequest.url,
    risk_threshold: severities.find((each) => notified.some(({ severity }) => severity === each)) ?? "passing",
    org,
    repo_name: repo,
    repo_full_name: `${org}/${repo}`,
    pr_number: pullRequest.number,
    pr_title: pullRequest.title,
    pr_status: pullRequest.status === "open" || pullRequest.status === "draft" ? "open" : "closed",
    branch: pullRequest.branch,
    commit_author: pullRequest.commitAuthor,
    issue_status: scan.findings.length > 0 ? "open" : "resolved",
    run_time: scan.completedAt.toISOString(),
    results: notified.map(resultOf),
  };
}

const resultOf = (finding: CompletedScan["findings"][number]): WebhookResult => ({
  id: finding.id,
  finding_type: finding.findingType,
  type: finding.type,
  filename: finding.filename,
  line_start: finding.lineStart,
  line_end: finding.lineEnd,
  description: finding.description,
  risk: finding.severity,
});

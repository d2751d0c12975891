import { count } from "../../diagnostics/count";
import type { prFindingFields, Severity } from "../../model/findings";
import { type deepscanFields, type insightsFields, type prScanFields, riskLevels } from "../../model/scans";
import type { AccountStore } from "../state/store";
import type { StoredRepository } from "../state/write-semantics";
import { bySeverity, isListedSeverity, seriesOfScan, severityRank } from "./assumptions";
import type { ReceivedOrNull, RiskLevel, SeedDeepscan, SeedPrFinding, SeedPullRequest, SeedScan } from "./scan-seed";
import { isCompleted, newestFirst } from "./scan-store";

/** The outcome of a scan; null while it is in progress. */
export interface ScanOutcome {
  readonly status: "pass" | "fail";
  /** The highest risk level of its findings; null without findings. */
  readonly risk: RiskLevel | null;
  readonly severity: Severity | "none";
}

export function scanOutcome(scan: SeedScan): ScanOutcome | null {
  if (!isCompleted(scan)) return null;
  const findings = scan.findings ?? [];
  const risk = riskLevels.find((level) => findings.some(({ result }) => result === level)) ?? null;
  const worst = findings
    .map(({ severity }) => severity)
    .sort((left, right) => severityRank(right) - severityRank(left))[0];
  return {
    status: risk === "failing" ? "fail" : "pass",
    risk,
    severity: worst !== undefined && isListedSeverity(worst) ? worst : "none",
  };
}

/** Returns a function for the current state of a scan's pull request. */
export function currentPullRequests(scans: readonly SeedScan[]): (scan: SeedScan) => SeedPullRequest {
  const current = new Map<string, SeedPullRequest>();
  for (const scan of newestFirst(scans))
    if (!current.has(seriesOfScan(scan))) current.set(seriesOfScan(scan), scan.pull_request);
  return (scan) => current.get(seriesOfScan(scan)) ?? scan.pull_request;
}

/** The values of a scan's `risk_threshold`, by the only description that names them. */
const riskIdentifiers = { failing: "fail", risky: "risk", info: "info" } as const;

/** Specification, *PR scan*. */
export function prScanResponse(
  account: AccountStore,
  scan: SeedScan,
  pullRequest: SeedPullRequest,
): ReceivedOrNull<typeof prScanFields> {
  const outcome = scanOutcome(scan);
  const { findings = [], initiated_by: user } = scan;
  return {
    scan_id: scan.id,
    dashboard_url: scanLink(account, scan.id),
    pr_number: pullRequest.number,
    pr_title: pullRequest.title ?? null,
    pr_status: pullRequest.status ?? null,
    scan_date: scan.completed_at ?? null,
    // an id in one description and a name or email in another: a name if known
    initiated_by: user?.name ?? user?.email ?? user?.id ?? null,
    status: outcome?.status ?? null,
    summary: outcome === null ? null : summaryOf(findings),
    vulnerability_summary:
      outcome === null ? null : bySeverity((wanted) => findings.filter(({ severity }) => severity === wanted).length),
    risk_threshold: outcome?.risk == null ? null : riskIdentifiers[outcome.risk],
    severity: outcome?.severity ?? null,
    pull_request_dashboard_url: pullRequestLink(account, scan.repository_id, pullRequest.number),
  };
}

/** Specification, *PR finding of a repository*. */
export function prFindingResponse(
  account: AccountStore,
  scan: SeedScan,
  finding: SeedPrFinding,
): ReceivedOrNull<typeof prFindingFields> {
  const { id, severity, type, description, filename, line_start = null, line_end = null, created_at } = finding;
  return {
    id,
    dashboard_url: findingLink(account, id),
    severity,
    type,
    description,
    filename,
    line_start,
    line_end,
    created_at,
    pull_request_dashboard_url: pullRequestLink(account, scan.repository_id, scan.pull_request.number),
  };
}

function summaryOf(findings: readonly SeedPrFinding[]): string {
  const failing = findings.filter(({ result }) => result === "failing").length;
  const all = count(findings.length, "finding");
  return failing === 0 ? all : `${all}, ${String(failing)} of them failing`;
}

/** Specification, *Deepscan*. */
export const deepscanResponse = (deepscan: SeedDeepscan): ReceivedOrNull<typeof deepscanFields> => ({
  id: deepscan.id,
  repository_id: deepscan.repository_id,
  type: deepscan.type,
  branch: deepscan.branch ?? null,
  commit_sha: deepscan.commit_sha ?? null,
  retry_count: deepscan.retry_count,
  created_at: deepscan.created_at,
});

/**
 * Specification, *Daily insights digest*: those of a day, or of the latest day. The order of the date's parts is not
 * shown; a day without any is empty.
 */
export function insightsResponse(
  { scanRecords }: AccountStore,
  date: string | undefined,
): ReceivedOrNull<typeof insightsFields> {
  const { date: day = date, insights = [] } = scanRecords.insights(date) ?? {};
  return { date: day?.replaceAll("-", "/") ?? null, insights };
}

/** The emulator's own dashboard has destinations only. */
const dashboardBase = "https://dashboard.example.com";
const sourceHostBase = "https://scm.example.com";

const accountUrl = ({ account }: AccountStore): string => `${dashboardBase}/${account.account_id}`;

/** The dashboard's page of a finding. */
export const findingLink = (account: AccountStore, id: string): string => `${accountUrl(account)}/findings/${id}`;

const scanLink = (account: AccountStore, id: string): string => `${accountUrl(account)}/scans/${id}`;

export const deepscanLink = (account: AccountStore, id: string): string => `${accountUrl(account)}/deepscans/${id}`;

/** The dashboard's page of a pull request. */
export const pullRequestLink = (account: AccountStore, repositoryId: string, number: number): string =>
  `${accountUrl(account)}/repositories/${repositoryId}/pulls/${String(number)}`;

/** The source host's page of a pull request. */
export function sourceLink({ account }: AccountStore, { id, name }: StoredRepository, number: number): string {
  const place = [account.org_name ?? account.account_id, name ?? id].map(encodeURIComponent);
  return `${sourceHostBase}/${place.join("/")}/pull/${String(number)}`;
}

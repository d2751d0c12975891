import { type prFindingFields, severities, type Severity } from "../../model/findings";
import { type prScanFields, riskLevels } from "../../model/scans";
import type { ReceivedOrNull } from "../json/received-or-null";
import {
  seriesOfScan,
  initiatorName,
  isListedSeverity,
  severityRank,
  riskIdentifiers,
} from "../scan-records/assumptions";
import { isCompleted, newestFirst } from "../scan-records/chronological";
import type { RiskLevel, SeedPrFinding, SeedPullRequest, SeedScan } from "../scan-records/scan-seed";
import type { AccountStore } from "../state/account-store";
import { findingLink, pullRequestLink, scanLink } from "./links";

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

/** Returns the current state of a scan's pull request. */
export type CurrentPullRequests = (scan: SeedScan) => SeedPullRequest;

export function currentPullRequests(scans: readonly SeedScan[]): CurrentPullRequests {
  const current = new Map<string, SeedPullRequest>();
  for (const scan of newestFirst(scans))
    if (!current.has(seriesOfScan(scan))) current.set(seriesOfScan(scan), scan.pull_request);
  return (scan) => current.get(seriesOfScan(scan)) ?? scan.pull_request;
}

/** Specification, *PR scan*. */
export function prScanResponse(
  account: AccountStore,
  scan: SeedScan,
  pullRequest: SeedPullRequest,
): ReceivedOrNull<typeof prScanFields> {
  const outcome = scanOutcome(scan);
  const findings = scan.findings ?? [];
  return {
    scan_id: scan.id,
    dashboard_url: scanLink(account, scan.id),
    pr_number: pullRequest.number,
    pr_title: pullRequest.title ?? null,
    pr_status: pullRequest.status ?? null,
    scan_date: scan.completed_at ?? null,
    initiated_by: initiatorName(scan.initiated_by),
    status: outcome?.status ?? null,
    summary: outcome === null ? null : summaryOf(findings),
    vulnerability_summary: outcome === null ? null : countBySeverity(findings),
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
  const all = findings.length === 1 ? "1 finding" : `${String(findings.length)} findings`;
  return failing === 0 ? all : `${all}, ${String(failing)} of them failing`;
}

/** Counts findings by severity. */
export function countBySeverity(
  findings: readonly { readonly severity: string }[],
): Readonly<Record<Severity, number>> {
  const count = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length;
  const [critical, high, medium, low] = severities;
  return { critical: count(critical), high: count(high), medium: count(medium), low: count(low) };
}

import type { combinedFindingFields, TriageCategory } from "../../model/findings";
import type { AccountStore } from "../state/store";
import { seriesOfDeepscan, seriesOfScan } from "./assumptions";
import { findingLink, pullRequestLink } from "./responses";
import type {
  ReceivedOrNull,
  SeedDeepscan,
  SeedDeepscanFinding,
  SeedPrFinding,
  SeedScaFinding,
  SeedScan,
} from "./scan-seed";
import { byNewest, type Dated, isCompleted, oldestFirst } from "./scan-store";

/** A finding of any kind, as the service returns it; `severity` may be another than it documents. */
type FindingResponse = Omit<ReceivedOrNull<typeof combinedFindingFields>, "severity" | "created_at"> & {
  readonly severity: string;
  readonly created_at: string;
};

/** A finding and the values that filters test, besides those of its response. */
export interface FindingEntry {
  readonly response: FindingResponse;
  readonly repository_id: string;
  /** The branch of SCA and deepscan findings, null for the default branch; undefined for PR findings. */
  readonly branch: string | null | undefined;
  /** Whether the latest scan contains it. */
  readonly present: boolean;
}

/** All findings of the account, of every kind, each once, newest first: specification, *Combined finding*. */
export function combinedFindings(account: AccountStore): readonly FindingEntry[] {
  const { scanRecords } = account;
  const deepscans = scanRecords.deepscans();
  return [
    ...trackFindings(scanRecords.scans(), ({ findings = [] }) => findings, seriesOfScan).map((each) =>
      createEntry(account, each, undefined, prDetails(account, each)),
    ),
    ...trackFindings(deepscans, ({ results = [] }) => results, seriesOfDeepscan).map((each) =>
      createEntry(account, each, each.scan.branch ?? null, deepscanDetails("deepscan", each.finding)),
    ),
    ...trackFindings(deepscans, ({ sca_results: results = [] }) => results, seriesOfDeepscan).map((each) =>
      createEntry(account, each, each.scan.branch ?? null, deepscanDetails("sca", each.finding)),
    ),
  ].sort((left, right) => byNewest(left.response, right.response));
}

const categoryNames: Readonly<Record<TriageCategory, string>> = {
  false_positive: "False positive",
  wont_fix: "Won't fix",
  accepted_risk: "Accepted risk",
  in_progress: "In progress",
};

type Identified = "id" | "severity" | "created_at";

function createEntry(
  account: AccountStore,
  { finding, scan, present }: TrackedFinding<SeedScan | SeedDeepscan, Pick<SeedPrFinding, Identified>>,
  branch: FindingEntry["branch"],
  details: Omit<FindingResponse, Identified | "dashboard_url" | "repository_name" | "state" | "triage">,
): FindingEntry {
  const { id, severity, created_at } = finding;
  const { repository_id } = scan;
  const category = account.scanRecords.triageOf(id);
  const triage = category === undefined ? null : { category, category_name: categoryNames[category] };
  const state: FindingResponse["state"] = triage !== null ? "dismissed" : present ? "open" : "resolved";
  const repository_name = account.repository(repository_id)?.name ?? null;
  const dashboard_url = findingLink(account, id);
  const response = { id, dashboard_url, severity, repository_name, created_at, state, triage, ...details };
  return { response, repository_id, branch, present };
}

function prDetails(account: AccountStore, { finding, scan }: TrackedFinding<SeedScan, SeedPrFinding>) {
  const { type, description, filename, label, line_start = null, line_end = null } = finding;
  const { number } = scan.pull_request;
  const pullRequest = {
    pr_number: number,
    pull_request_dashboard_url: pullRequestLink(account, scan.repository_id, number),
  };
  return {
    finding_type: finding.finding_type,
    type,
    ...(label === undefined ? {} : { label }),
    description,
    filename,
    line_start,
    line_end,
    ...(finding.finding_type === "pullrequest" ? pullRequest : { pr_number: null }),
  };
}

const deepscanDetails = (
  finding_type: "deepscan" | "sca",
  { title, description = null }: SeedDeepscanFinding | SeedScaFinding,
) => ({
  finding_type,
  type: title,
  description,
  filename: null,
  line_start: null,
  line_end: null,
  pr_number: null,
});

/** A finding across all scans of its pull request or branch. */
interface TrackedFinding<Scan, Finding> {
  /** The finding as recorded by the last scan that contains it. */
  readonly finding: Finding;
  /** That scan. */
  readonly scan: Scan;
  /** Whether that is the latest scan. */
  readonly present: boolean;
}

/**
 * Lists every finding once, although several scans may contain it. Ignores scans in progress.
 *
 * @param seriesOf the key of the series that a scan belongs to, of which one scan is the latest
 */
export function trackFindings<Scan extends Dated, Finding extends { readonly id: string }>(
  scans: readonly Scan[],
  findingsOf: (scan: Scan) => readonly Finding[],
  seriesOf: (scan: Scan) => string,
): readonly TrackedFinding<Scan, Finding>[] {
  const latest = new Map<string, Scan>();
  const seen = new Map<string, { readonly finding: Finding; readonly scan: Scan }>();
  for (const scan of oldestFirst(scans.filter(isCompleted))) {
    latest.set(seriesOf(scan), scan);
    for (const finding of findingsOf(scan)) seen.set(finding.id, { finding, scan });
  }
  return [...seen.values()].map((each) => ({ ...each, present: latest.get(seriesOf(each.scan)) === each.scan }));
}

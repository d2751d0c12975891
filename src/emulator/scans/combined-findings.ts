import type { CombinedFinding, combinedFindingFields, TriageCategory } from "../../model/findings";
import type { AccountStore } from "../state/store";
import { isListedSeverity, seriesOfDeepscan, seriesOfScan } from "./assumptions";
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

type FindingResponse = ReceivedOrNull<typeof combinedFindingFields> & { readonly created_at: string };

/** A finding of any kind, with the values that filters test. The other fields are those of its response. */
export interface FindingEntry {
  readonly id: string;
  readonly finding_type: CombinedFinding["finding_type"];
  readonly severity: string;
  readonly created_at: string;
  readonly repository_id: string;
  /** The branch of SCA and deepscan findings, null for the default branch; undefined for PR findings. */
  readonly branch: string | null | undefined;
  /** Whether the latest scan contains it. */
  readonly present: boolean;
  readonly state: CombinedFinding["state"];
  readonly triage: CombinedFinding["triage"] | null;
  readonly details: Pick<
    FindingResponse,
    "type" | "description" | "filename" | "line_start" | "line_end" | "pr_number"
  > &
    Partial<Pick<FindingResponse, "label" | "pull_request_dashboard_url">>;
}

/** All findings of the account, of every kind, each once, newest first. */
export function combinedFindings(account: AccountStore): readonly FindingEntry[] {
  const { scanRecords } = account;
  const deepscans = scanRecords.deepscans();
  return [
    ...trackFindings(scanRecords.scans(), ({ findings = [] }) => findings, seriesOfScan).map((each) =>
      createEntry(account, each, each.finding.finding_type, undefined, prDetails(account, each)),
    ),
    ...trackFindings(deepscans, ({ results = [] }) => results, seriesOfDeepscan).map((each) =>
      createEntry(account, each, "deepscan", each.scan.branch ?? null, deepscanDetails(each.finding)),
    ),
    ...trackFindings(deepscans, ({ sca_results: results = [] }) => results, seriesOfDeepscan).map((each) =>
      createEntry(account, each, "sca", each.scan.branch ?? null, deepscanDetails(each.finding)),
    ),
  ].sort(byNewest);
}

const categoryNames: Readonly<Record<TriageCategory, string>> = {
  false_positive: "False positive",
  wont_fix: "Won't fix",
  accepted_risk: "Accepted risk",
  in_progress: "In progress",
};

function createEntry(
  account: AccountStore,
  {
    finding,
    scan,
    present,
  }: TrackedFinding<SeedScan | SeedDeepscan, Pick<SeedPrFinding, "id" | "severity" | "created_at">>,
  finding_type: FindingEntry["finding_type"],
  branch: FindingEntry["branch"],
  details: FindingEntry["details"],
): FindingEntry {
  const { id, severity, created_at } = finding;
  const category = account.scanRecords.triageOf(id);
  const triage = category === undefined ? null : { category, category_name: categoryNames[category] };
  const state = triage !== null ? "dismissed" : present ? "open" : "resolved";
  const { repository_id } = scan;
  return { id, finding_type, severity, created_at, repository_id, branch, present, state, triage, details };
}

/** Specification, *Combined finding*; undefined for a severity that cannot be listed there. */
export function combinedFindingResponse(account: AccountStore, entry: FindingEntry): FindingResponse | undefined {
  const { id, finding_type, severity, repository_id, created_at, state, triage, details } = entry;
  if (!isListedSeverity(severity)) return undefined;
  const repository_name = account.repository(repository_id)?.name ?? null;
  const dashboard_url = findingLink(account, id);
  return { id, finding_type, dashboard_url, severity, repository_name, created_at, state, triage, ...details };
}

function prDetails(account: AccountStore, { finding, scan }: TrackedFinding<SeedScan, SeedPrFinding>) {
  const { type, description, filename, label, line_start = null, line_end = null } = finding;
  const { number } = scan.pull_request;
  const pullRequest = {
    pr_number: number,
    pull_request_dashboard_url: pullRequestLink(account, scan.repository_id, number),
  };
  return {
    type,
    ...(label === undefined ? {} : { label }),
    description,
    filename,
    line_start,
    line_end,
    ...(finding.finding_type === "pullrequest" ? pullRequest : { pr_number: null }),
  };
}

const deepscanDetails = ({ title, description = null }: SeedDeepscanFinding | SeedScaFinding) => ({
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

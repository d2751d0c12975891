import type { CombinedFinding, combinedFindingFields } from "../../model/findings";
import type { AccountStore } from "../state/store";
import { categoryNames, isListedSeverity, seriesOfDeepscan, seriesOfScan, stateOf } from "./assumptions";
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

/** A finding of any kind, with the values that filters test and its response. */
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
  /** Specification, *Combined finding*; undefined for a severity that cannot be listed there. */
  readonly response: () => FindingResponse | undefined;
}

/** All findings of the account, of every kind, each once, newest first. */
export function combinedFindings(account: AccountStore): readonly FindingEntry[] {
  const { scanRecords } = account;
  const deepscans = scanRecords.deepscans();
  return [
    ...trackFindings(scanRecords.scans(), ({ findings = [] }) => findings, seriesOfScan).map((each) =>
      fromPr(account, each),
    ),
    ...trackFindings(deepscans, ({ results = [] }) => results, seriesOfDeepscan).map((each) =>
      fromDeepscan(account, each),
    ),
    ...trackFindings(deepscans, ({ sca_results: results = [] }) => results, seriesOfDeepscan).map((each) =>
      fromSca(account, each),
    ),
  ].sort(byNewest);
}

interface Described {
  readonly finding_type: FindingEntry["finding_type"];
  readonly branch: FindingEntry["branch"];
  readonly fields: Omit<
    FindingResponse,
    "id" | "finding_type" | "dashboard_url" | "severity" | "repository_name" | "created_at" | "state" | "triage"
  >;
}

function createEntry(
  account: AccountStore,
  {
    finding,
    scan,
    present,
  }: TrackedFinding<SeedScan | SeedDeepscan, SeedPrFinding | SeedDeepscanFinding | SeedScaFinding>,
  { finding_type, branch, fields }: Described,
): FindingEntry {
  const { id, severity, created_at } = finding;
  const category = account.scanRecords.triageOf(id);
  const triage = category === undefined ? null : { category, category_name: categoryNames[category] };
  const state = stateOf({ present, triaged: triage !== null });
  const { repository_id } = scan;
  const response = (): FindingResponse | undefined =>
    isListedSeverity(severity)
      ? {
          id,
          finding_type,
          dashboard_url: findingLink(account, id),
          severity,
          repository_name: account.repository(repository_id)?.name ?? null,
          created_at,
          state,
          triage,
          ...fields,
        }
      : undefined;
  return { id, finding_type, severity, created_at, repository_id, branch, present, state, triage, response };
}

function fromPr(account: AccountStore, each: TrackedFinding<SeedScan, SeedPrFinding>): FindingEntry {
  const { finding, scan } = each;
  const { number } = scan.pull_request;
  const { type, description, filename, label, line_start = null, line_end = null, finding_type } = finding;
  const pullRequest = {
    pr_number: number,
    pull_request_dashboard_url: pullRequestLink(account, scan.repository_id, number),
  };
  return createEntry(account, each, {
    finding_type,
    branch: undefined,
    fields: {
      type,
      ...(label === undefined ? {} : { label }),
      description,
      filename,
      line_start,
      line_end,
      ...(finding_type === "pullrequest" ? pullRequest : { pr_number: null }),
    },
  });
}

const nowhere = { filename: null, line_start: null, line_end: null, pr_number: null } as const;

const fromDeepscan = (account: AccountStore, each: TrackedFinding<SeedDeepscan, SeedDeepscanFinding>): FindingEntry =>
  createEntry(account, each, {
    finding_type: "deepscan",
    branch: each.scan.branch ?? null,
    fields: { type: each.finding.title, description: each.finding.description, ...nowhere },
  });

const fromSca = (account: AccountStore, each: TrackedFinding<SeedDeepscan, SeedScaFinding>): FindingEntry =>
  createEntry(account, each, {
    finding_type: "sca",
    branch: each.scan.branch ?? null,
    fields: { type: each.finding.title, description: each.finding.description ?? null, ...nowhere },
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

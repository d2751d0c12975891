import { severities, type Severity } from "../../model/findings";
import type { Settings } from "../../model/settings";
import { stableId } from "../support/deterministic";
import type {
  DeepscanContent,
  SeedDeepscan,
  SeedDeepscanFinding,
  SeedPrFinding,
  SeedScaFinding,
  SeedScan,
} from "./scan-seed";

/**
 * The emulator's assumptions about scans where the specification says "not shown" or contradicts itself.
 * This file contains or names every such assumption, with its reason; those that one function makes are there.
 *
 * Lists
 * - Scans, deepscans and PR findings are listed newest first: the order of `all_findings`, the only one that
 *   is documented.
 * - PR findings are those of the latest scan of each pull request, both `pullrequest` and `code_policy`.
 * - A filter by an unknown repository yields an empty list rather than 404.
 *
 * Scans of pull requests
 * - The latest scan is the one that was completed last: no field of the service orders the commits of a
 *   pull request.
 * - A scan is completed as soon as it is started from the control interface.
 * - `pr_title` and `pr_status` are those of the pull request's latest scan, in all of its scans.
 * - The filter `severity` refers to the scan's severity, the highest of its findings: this fits both
 *   descriptions and gives `none` a meaning.
 * - Date filters apply to `scan_date`, or to the start of a scan in progress.
 * - A candidate that its analyzer or policy skips is not recorded: `judge.ts`.
 * - A triage takes precedence over absence from the latest scan: a decision stays visible until it is removed.
 *
 * Deepscans
 * - A queued deepscan has empty results and SCA results, and no SBOM (404).
 * - A deepscan repeats the findings of the branch's last one, or finds a sample; settings have no effect.
 * - The latest SBOM of a repository is that of the deepscan that was completed last, on any branch.
 * - The control interface may run a completed deepscan again: this replaces its results and increments
 *   `retry_count`.
 */

/** The key of a series of scans, of which one is the latest: those of one pull request. */
export const seriesOfScan = ({ repository_id, pull_request }: Pick<SeedScan, "repository_id" | "pull_request">) =>
  `${repository_id} ${String(pull_request.number)}`;

/** The same for deepscans: those of one branch. Null is the default branch: specification, *Scans and findings*. */
export const seriesOfDeepscan = ({ repository_id, branch }: Pick<SeedDeepscan, "repository_id" | "branch">) =>
  `${repository_id} ${JSON.stringify(branch ?? null)}`;

/** A potential finding in a change, detectable by an analyzer or a code policy. */
export type Candidate = {
  readonly severity: string;
  readonly type: string;
  readonly description: string;
  readonly filename: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly label?: string | undefined;
} & (
  | { readonly analyzer: string; readonly policy?: undefined }
  | { readonly policy: string; readonly analyzer?: undefined }
);

/** A unique key of the analyzer or policy that finds a candidate. */
export const candidateSource = ({ analyzer, policy }: Candidate): string =>
  policy === undefined ? `analyzer ${analyzer}` : `policy ${policy}`;

/**
 * The identity of a finding across scans of a pull request. A moved line makes another finding, since the
 * specification does not mention tracking of lines.
 */
export const candidateIdentity = (candidate: Candidate): string =>
  JSON.stringify([candidateSource(candidate), candidate.type, candidate.filename, candidate.line_start]);

/** The identity of a finding across deepscans of a branch. */
const deepscanFindingIdentity = ({ title, locations }: Pick<SeedDeepscanFinding, "title" | "locations">): string =>
  JSON.stringify([title, locations ?? null]);

/** The identity of an SCA finding, without the version: an upgrade that keeps the vulnerability keeps the finding. */
const scaFindingIdentity = (finding: Pick<SeedScaFinding, "title" | "package_ecosystem" | "package_name">): string =>
  JSON.stringify([finding.package_ecosystem, finding.package_name, finding.title]);

/**
 * Gives each finding its id: the same on every run and in every scan of the series. Identical findings are
 * numbered in their order.
 *
 * @param series the key of the scan's series, which includes the repository's id
 */
export function withIds<T extends object>(
  series: string,
  findings: readonly T[],
  identityOf: (finding: T) => string,
): readonly (T & { readonly id: string })[] {
  const times = new Map<string, number>();
  return findings.map((finding) => {
    const identity = identityOf(finding);
    const nth = (times.get(identity) ?? 0) + 1;
    times.set(identity, nth);
    return { ...finding, id: stableId(`finding ${series} ${identity} ${String(nth)}`) };
  });
}

/** The findings of a deepscan as it records them. @param firstSeen the time of a finding by its id */
export function recordedResults(
  series: string,
  { results = [], sca_results = [] }: DeepscanContent,
  firstSeen: (id: string) => string,
): Required<Pick<SeedDeepscan, "results" | "sca_results">> {
  const dated = <T extends { readonly id: string }>(finding: T) => ({ ...finding, created_at: firstSeen(finding.id) });
  return {
    results: withIds(`deepscan ${series}`, results, deepscanFindingIdentity).map(dated),
    sca_results: withIds(`sca ${series}`, sca_results, scaFindingIdentity).map(dated),
  };
}

/** The finding that a scan records for a candidate. */
export const findingOf = (
  { analyzer, policy, ...found }: Candidate & { readonly id: string },
  recorded: Pick<SeedPrFinding, "created_at" | "result" | "silent">,
): SeedPrFinding => ({
  ...found,
  finding_type: policy === undefined ? "pullrequest" : "code_policy",
  ...recorded,
});

/** Whether a severity is one of the four that `all_findings` documents. PR findings may have others, as a note. */
export const isListedSeverity = (severity: string): severity is Severity =>
  (severities as readonly string[]).includes(severity);

/** A number for each of the four severities. */
export function bySeverity(count: (severity: Severity) => number): Readonly<Record<Severity, number>> {
  const [critical, high, medium, low] = severities;
  return { critical: count(critical), high: count(high), medium: count(medium), low: count(low) };
}

/** The rank of a severity: higher is more severe, and 0 for severities other than the four. */
export const severityRank = (severity: string): number =>
  isListedSeverity(severity) ? severities.length - severities.indexOf(severity) : 0;

/**
 * The lowest severity rank that fails a scan: a configuration's `risk_threshold`, an integer of undocumented
 * meaning, read as 1 to 4 for low to critical. Without one, any of the four can fail a scan.
 */
export const failingThreshold = (settings: Settings): number => settings.risk_threshold ?? severityRank("low");

/** Whether comments and webhooks report a finding: not if it is silent or triaged. */
export const isReported = (finding: { readonly silent?: boolean }, triaged: boolean): boolean =>
  finding.silent !== true && !triaged;

/** The `type` of a triggered deepscan; the specification shows no value. */
export const deepscanType = "full";

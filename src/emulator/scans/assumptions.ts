import { type CombinedFinding, severities, type Severity, type TriageCategory } from "../../model/findings";
import type { Settings } from "../../model/settings";
import type {
  RiskLevel,
  SeedDeepscan,
  SeedDeepscanFinding,
  SeedPrFinding,
  SeedScaFinding,
  SeedScan,
  SeedUser,
} from "./scan-seed";

/**
 * The emulator's assumptions about scans where the specification says "not shown" or contradicts itself.
 * This file contains or names every such assumption, with its reason.
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
 * - A candidate that its analyzer or policy skips is not recorded.
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

/**
 * The state of a finding. A triage takes precedence over absence from the latest scan: a decision stays
 * visible until it is removed.
 */
export function stateOf(found: { readonly present: boolean; readonly triaged: boolean }): CombinedFinding["state"] {
  if (found.triaged) return "dismissed";
  return found.present ? "open" : "resolved";
}

/**
 * The response of all three triage operations. Setting a category again replaces it, and removing an absent
 * one succeeds, so that both can be repeated after a lost response.
 */
export const triageResponse = (
  finding: Pick<CombinedFinding, "id" | "state"> & { readonly triage: object | null },
) => ({
  data: { finding_id: finding.id, state: finding.state, triage: finding.triage },
});

export const categoryNames: Readonly<Record<TriageCategory, string>> = {
  false_positive: "False positive",
  wont_fix: "Won't fix",
  accepted_risk: "Accepted risk",
  in_progress: "In progress",
};

/** Whether `all_findings` lists a severity: it documents four, and PR findings may have others. */
export const isListedSeverity = (severity: string): severity is Severity =>
  (severities as readonly string[]).includes(severity);

/** The number of pages; 0 for an empty list. */
export const totalPages = (total: number, perPage: number): number => Math.ceil(total / perPage);

/** The value of `initiated_by`, which is an id in one description and a name or email in another: a name if known. */
export const initiatorName = (user: SeedUser | null | undefined): string | null =>
  user?.name ?? user?.email ?? user?.id ?? null;

/** The values of a scan's `risk_threshold`, by the only description that names them. */
export const riskIdentifiers = { failing: "fail", risky: "risk", info: "info" } as const satisfies Record<
  RiskLevel,
  string
>;

/** The rank of a severity: higher is more severe, and 0 for severities other than the four. */
export const severityRank = (severity: string): number =>
  isListedSeverity(severity) ? severities.length - severities.indexOf(severity) : 0;

/**
 * The lowest severity rank that fails a scan: a configuration's `risk_threshold`, an integer of undocumented
 * meaning, read as 1 to 4 for low to critical. Without one, any of the four can fail a scan.
 */
export const failingThreshold = (settings: Settings): number => settings.risk_threshold ?? severityRank("low");

/**
 * The threshold of an analyzer: its `risk_level` takes precedence over the configuration's threshold. A
 * severity is the lowest that fails a scan; `fail` includes all severities; `risky` and `info` are the
 * highest risk level of its findings.
 */
export function analyzerThreshold(
  level: AnalyzerSettings["risk_level"],
  standard: number,
): { readonly threshold: number; readonly mostSevere: RiskLevel } {
  switch (level) {
    case undefined:
      return { threshold: standard, mostSevere: "failing" };
    case "fail":
      return { threshold: 0, mostSevere: "failing" };
    case "risky":
      return { threshold: standard, mostSevere: "risky" };
    case "info":
      return { threshold: standard, mostSevere: "info" };
    case "low":
    case "medium":
    case "high":
    case "critical":
      return { threshold: severityRank(level), mostSevere: "failing" };
    default:
      return level satisfies never;
  }
}

export type AnalyzerSettings = NonNullable<Settings["analyzers"]>[string];

/** Whether an analyzer without settings runs: if the account lists it, since only enabled ones are listed. */
export const runsUndeclared = (listing: { readonly enabled: boolean } | undefined): boolean =>
  listing?.enabled === true;

/** Whether an analyzer with settings but without `enabled` runs: if it is listed as enabled, or not listed. */
export const runsByDefault = (listing: { readonly enabled: boolean } | undefined): boolean => listing?.enabled ?? true;

/** Whether a policy in the configuration is evaluated without `enabled`; other policies never are. */
export const policyRunsByDefault = true;

/** Whether a severity is informational: any other than the four. */
export const isNoteOnly = (severity: string): boolean => !isListedSeverity(severity);

/** The risk level of a silent finding, which is recorded and listed but fails no scan. */
export const silentResult: RiskLevel = "info";

/** The risk level of a triaged finding, which is recorded but fails no scan. */
export const dismissedResult: RiskLevel = "info";

/** Whether comments and webhooks report a finding: not if it is silent or triaged. */
export const isReported = (finding: { readonly silent?: boolean }, dismissed: boolean): boolean =>
  finding.silent !== true && !dismissed;

/** Whether pull requests get comments: by default yes, with `silent` and `disabled` no. */
export const postsComments = (settings: Settings): boolean => (settings.comment ?? "enabled") === "enabled";

/** Patterns match dotfiles, and a leading `!` is literal. */
export const globOptions = { dot: true, nonegate: true } as const;

/**
 * The identity of a finding across scans of a pull request. A moved line makes another finding, since the
 * specification does not mention tracking of lines.
 *
 * @param source the analyzer or policy
 */
export const prFindingIdentity = (
  source: string,
  { type, filename, line_start }: Pick<SeedPrFinding, "type" | "filename" | "line_start">,
): string => JSON.stringify([source, type, filename, line_start ?? null]);

/** The identity of a finding across deepscans of a branch. */
export const deepscanFindingIdentity = ({
  title,
  locations,
}: Pick<SeedDeepscanFinding, "title" | "locations">): string => JSON.stringify([title, locations ?? null]);

/** The identity of an SCA finding, without the version: an upgrade that keeps the vulnerability keeps the finding. */
export const scaFindingIdentity = (
  finding: Pick<SeedScaFinding, "title" | "package_ecosystem" | "package_name">,
): string => JSON.stringify([finding.package_ecosystem, finding.package_name, finding.title]);

/** The time that a deepscan stays queued: long enough to be observed, short enough to wait for. */
export const deepscanQueueMs = 5_000;

/** The `type` of a triggered deepscan; the specification shows no value. */
export const deepscanType = "full";

/** The lifetime of an SBOM download link. */
export const sbomLinkLifetimeMs = 15 * 60_000;

/** The status of an expired link, as object stores respond to signed links; an unknown link is 404. */
export const expiredLinkStatus = 403;

/** The base URL of dashboard links. The emulator's own dashboard has destinations only. */
export const dashboardBase = "https://dashboard.example.com";
/** The base URL of links to the source host. */
export const sourceHostBase = "https://scm.example.com";

/** The date format of insights: the specification does not show the order of its parts. A day without any is empty. */
export const formatInsightsDate = (day: string): string => day.replaceAll("-", "/");

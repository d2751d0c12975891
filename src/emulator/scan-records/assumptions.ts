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
 * What the emulator does about scans where the specification says "not shown" or says two things.
 * Every such choice is here or named here, with its reason, and nowhere else.
 *
 * Lists
 * - Scans, deepscans and PR findings come newest first, since that is the order of `all_findings`, the
 *   only one that is given.
 * - PR findings are those of the latest scan of each pull request, both `pullrequest` and `code_policy`.
 * - A repository that a filter names and the account lacks gives an empty list: a filter addresses nothing.
 *
 * Scans of pull requests
 * - The latest scan is the one that was completed last, whatever commit it was of: the service has no
 *   field that says which commit of a pull request is the newer one.
 * - A scan is completed as soon as it is started from the control interface.
 * - `pr_title` and `pr_status` are those of the pull request's latest scan, in all of its scans.
 * - `severity` of the filter is that of the scan, which is the highest one of its findings: that holds in
 *   both descriptions, and `none` means something only then.
 * - The dates of a filter are compared with `scan_date`; a scan in progress, with its start.
 * - A candidate whose analyzer or policy does not look at it is not recorded at all.
 *
 * Deepscans
 * - One that is queued has empty results and SCA results, and no SBOM (404).
 * - It finds again what the last one of the branch found, or a sample; settings have no say in it.
 * - The most recent SBOM of a repository is that of the deepscan that was completed last, on any branch.
 * - One that has run may be run again from the control interface: its results are replaced, and
 *   `retry_count` counts that.
 */

/** The latest scan is looked for per repository and branch; a pull request stands for its branch. */
export const seriesOfScan = ({ repository_id, pull_request }: Pick<SeedScan, "repository_id" | "pull_request">) =>
  `${repository_id} ${String(pull_request.number)}`;

/** No branch is the default branch: specification, *Scans and findings*, `branch`. */
export const seriesOfDeepscan = ({ repository_id, branch }: Pick<SeedDeepscan, "repository_id" | "branch">) =>
  `${repository_id} ${JSON.stringify(branch ?? null)}`;

/**
 * A triage wins over absence: what somebody decided stays visible until it is removed. Once it is, the
 * latest scan has its say again.
 */
export function stateOf(found: { readonly present: boolean; readonly triaged: boolean }): CombinedFinding["state"] {
  if (found.triaged) return "dismissed";
  return found.present ? "open" : "resolved";
}

/**
 * Setting a category again replaces it, and removing none is no error: both may be repeated when an
 * answer was lost. All three operations answer the same, so that a client sees what has come of it.
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

/** `all_findings` has four severities only, so that a PR finding of another one is not in it. */
export const isListedSeverity = (severity: string): severity is Severity =>
  (severities as readonly string[]).includes(severity);

/** As many pages as there are; none when there is nothing. */
export const totalPages = (total: number, perPage: number): number => Math.ceil(total / perPage);

/** `initiated_by` is a user's id in one description and a name or an email in another: names are for people. */
export const initiatorName = (user: SeedUser | null | undefined): string | null =>
  user?.name ?? user?.email ?? user?.id ?? null;

/** `risk_threshold` of a scan: an identifier in one description, which is the one that names its values. */
export const riskIdentifiers = { failing: "fail", risky: "risk", info: "info" } as const satisfies Record<
  RiskLevel,
  string
>;

/** Higher is worse; severities outside the four are below all of them. */
export const severityRank = (severity: string): number =>
  isListedSeverity(severity) ? severities.length - severities.indexOf(severity) : 0;

/**
 * `risk_threshold` of a configuration is an integer of unknown meaning: 1 to 4 are low to critical, the
 * least severity that can fail a scan. Without one, any of the four can.
 */
export const failingThreshold = (settings: Settings): number => settings.risk_threshold ?? severityRank("low");

/**
 * `risk_level` of an analyzer goes before the threshold of the configuration. A severity is the least
 * that can fail a scan; `fail` lets all severities do so; `risky` and `info` are the most that its
 * findings come to.
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

/** Only enabled analyzers are listed, so that one that is not declared runs if the account lists it. */
export const runsUndeclared = (listing: { readonly enabled: boolean } | undefined): boolean =>
  listing?.enabled === true;

/** One that is declared without `enabled` runs if it is listed, or is not known to the account at all. */
export const runsByDefault = (listing: { readonly enabled: boolean } | undefined): boolean => listing?.enabled ?? true;

/** A policy that the configuration does not name is not evaluated; one that it names is, unless it says no. */
export const policyRunsByDefault = true;

/** A severity outside the four is worth a note only. */
export const isNoteOnly = (severity: string): boolean => !isListedSeverity(severity);

/** What is silent is recorded and listed, and fails nothing. */
export const silentResult: RiskLevel = "info";

/** Somebody has decided about it: it is recorded, and fails nothing any more. */
export const dismissedResult: RiskLevel = "info";

/** Nobody is told, by a comment or a webhook, of what is silent or has been decided about. */
export const isReported = (finding: { readonly silent?: boolean }, dismissed: boolean): boolean =>
  finding.silent !== true && !dismissed;

/** Without a say of the configuration, the service comments. `silent` comments no more than `disabled` does. */
export const postsComments = (settings: Settings): boolean => (settings.comment ?? "enabled") === "enabled";

/** Files whose name begins with a dot are files as any; `!` at the beginning of a pattern is just that sign. */
export const globOptions = { dot: true, nonegate: true } as const;

/**
 * What makes a finding the same one in a later scan of the same pull request. A line that has moved makes
 * another one: the service says nothing about following lines.
 *
 * @param source the analyzer or policy
 */
export const prFindingIdentity = (
  source: string,
  { type, filename, line_start }: Pick<SeedPrFinding, "type" | "filename" | "line_start">,
): string => JSON.stringify([source, type, filename, line_start ?? null]);

/** The same for later deepscans of the same branch. */
export const deepscanFindingIdentity = ({
  title,
  locations,
}: Pick<SeedDeepscanFinding, "title" | "locations">): string => JSON.stringify([title, locations ?? null]);

/** An upgrade that does not help leaves it the same finding, so that the version has no part in it. */
export const scaFindingIdentity = (
  finding: Pick<SeedScaFinding, "title" | "package_ecosystem" | "package_name">,
): string => JSON.stringify([finding.package_ecosystem, finding.package_name, finding.title]);

/** How long a deepscan stays queued: long enough to be seen so, short enough to wait for. */
export const deepscanQueueMs = 5_000;

/** `type` of a deepscan that was triggered; no value is shown. */
export const deepscanType = "full";

/** How long a download link of an SBOM works. */
export const sbomLinkLifetimeMs = 15 * 60_000;

/** What an expired link answers, as object stores do it with signed links; one that never was is 404. */
export const expiredLinkStatus = 403;

/** Where the dashboard is said to be. The emulator's own is for destinations only. */
export const dashboardBase = "https://dashboard.example.com";
/** Where the source host is said to be. */
export const sourceHostBase = "https://scm.example.com";

/** The order of year, month and day is not shown. A day without insights is answered with an empty list. */
export const formatInsightsDate = (day: string): string => day.replaceAll("-", "/");

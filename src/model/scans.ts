import type { Fields, Received } from "./field";

/** Scans and their results, field by field: specification, *Resources and their fields*. */

const uuid = { kind: "string", format: "uuid" } as const;
const text = { kind: "string" } as const;
const integer = { kind: "integer" } as const;
const dateTime = { kind: "string", format: "date-time" } as const;
const link = { kind: "string", format: "uri" } as const;

export const pullRequestStates = ["open", "draft", "closed", "merged"] as const;
export const riskLevels = ["failing", "risky", "info"] as const;

const count = (severity: string) =>
  ({ ...integer, neverNull: true, description: `How many are ${severity}.` }) as const;
const counts = {
  critical: count("critical"),
  high: count("high"),
  medium: count("medium"),
  low: count("low"),
} as const;

/**
 * Specification, *PR scan*. Where it describes a field in two ways, both are expected.
 */
export const prScanFields = {
  scan_id: { ...uuid, required: true, description: "The scan's id." },
  dashboard_url: { ...link, required: true, description: "Where the dashboard shows the scan." },
  pr_number: { ...integer, required: true, description: "The pull request's number." },
  pr_title: { ...text, description: "The pull request's title." },
  pr_status: { kind: "enum", values: pullRequestStates, description: "How the pull request stands." },
  scan_date: { ...dateTime, description: "When the scan was completed." },
  initiated_by: { ...text, description: "Who started it: a user's id, name or email." },
  status: { kind: "enum", values: ["pass", "fail"], open: true, description: "How the scan ended." },
  summary: { ...text, description: "A short summary for developers." },
  vulnerability_summary: {
    kind: "text-or-object",
    fields: counts,
    description: "A summary in words, or how many findings there are of each severity.",
  },
  risk_threshold: {
    kind: "enum",
    values: ["fail", "risk", "info"],
    open: true,
    description: "A risk level, or the highest severity that failed the scan.",
  },
  severity: {
    kind: "enum",
    values: ["none", "low", "medium", "high", "critical"],
    description: "The highest severity; absent while the scan is in progress.",
  },
  pull_request_dashboard_url: { ...text, neverNull: true, description: "Where the dashboard shows the pull request." },
} as const satisfies Fields;

/** Specification, *Deepscan*: the item of a repository's list. */
export const deepscanFields = {
  id: { ...uuid, required: true, description: "The deepscan's id." },
  repository_id: { ...uuid, required: true, description: "The repository that was scanned." },
  type: { ...text, required: true, description: "Which kind of deepscan it is." },
  branch: { ...text, description: "The branch that was scanned." },
  commit_sha: { ...text, description: "The commit that was scanned." },
  retry_count: { ...integer, required: true, description: "How often it was tried again." },
  created_at: { ...dateTime, required: true, description: "When it was asked for." },
} as const satisfies Fields;

/** Specification, *Deepscan*: the item of the account's list. */
export const accountDeepscanFields = {
  ...deepscanFields,
  repository_name: { ...text, required: true, description: "The name of the repository." },
} as const satisfies Fields;

/** Specification, *SBOM metadata*. */
export const sbomFields = {
  deepscan_id: { ...uuid, neverNull: true, description: "The deepscan that made it." },
  repository_id: { ...uuid, neverNull: true, description: "The repository." },
  branch: { ...text, description: "The branch." },
  commit_sha: { ...text, description: "The commit." },
  format: { ...text, neverNull: true, description: "The format, which is CycloneDX." },
  component_count: { ...integer, neverNull: true, description: "How many components it lists." },
  generated_at: { ...dateTime, description: "When it was made." },
  vulnerability_summary: {
    kind: "object",
    fields: { ...counts, total: { ...integer, neverNull: true, description: "How many there are in all." } },
    neverNull: true,
    description: "How many components are vulnerable, by severity.",
  },
  download_url: { ...link, neverNull: true, description: "Where the file is, for a limited time." },
  download_url_expires_at: { ...dateTime, neverNull: true, description: "Until when it is there." },
} as const satisfies Fields;

const insightPullRequestFields = {
  number: { ...integer, description: "The pull request's number." },
  repository: { ...text, description: "The repository's name." },
  owner: { ...text, description: "The repository's owner." },
  url: { ...text, description: "Where the pull request is." },
} as const satisfies Fields;

const insightFields = {
  title: { ...text, neverNull: true, description: "What it is about." },
  description: { ...text, description: "More about it." },
  answer: { ...text, description: "A summary of what was found." },
  pull_requests: {
    kind: "list",
    neverNull: true,
    item: { kind: "object", fields: insightPullRequestFields, description: "A pull request." },
    description: "The pull requests that it is about.",
  },
} as const satisfies Fields;

/** Specification, *Daily insights digest*. `date` is required there and may be null all the same. */
export const insightsFields = {
  date: { ...text, description: "The day that it covers, written with slashes." },
  insights: {
    kind: "list",
    required: true,
    item: { kind: "object", fields: insightFields, description: "An insight." },
    description: "What there is to know.",
  },
} as const satisfies Fields;

export type PrScan = Received<typeof prScanFields>;
export type Deepscan = Received<typeof deepscanFields>;
export type AccountDeepscan = Received<typeof accountDeepscanFields>;
export type Sbom = Received<typeof sbomFields>;
export type Insights = Received<typeof insightsFields>;

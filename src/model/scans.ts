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
  ({ ...integer, neverNull: true, description: `The number of those that are ${severity}.` }) as const;
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
  dashboard_url: { ...link, required: true, description: "The link to the scan in the dashboard." },
  pr_number: { ...integer, required: true, description: "The pull request's number." },
  pr_title: { ...text, description: "The pull request's title." },
  pr_status: { kind: "enum", values: pullRequestStates, description: "The pull request's status." },
  scan_date: { ...dateTime, description: "When the scan was completed." },
  initiated_by: { ...text, description: "The user who started the scan: an id, a name or an email address." },
  status: { kind: "enum", values: ["pass", "fail"], open: true, description: "The scan's result." },
  summary: { ...text, description: "The scan's short summary for developers." },
  vulnerability_summary: {
    kind: "text-or-object",
    fields: counts,
    description: "The scan's summary for application security, where the service sends a text.",
  },
  risk_threshold: {
    kind: "enum",
    values: ["fail", "risk", "info"],
    open: true,
    description: "The risk level of the scan, or the highest severity that failed it.",
  },
  severity: {
    kind: "enum",
    values: ["none", "low", "medium", "high", "critical"],
    description: "The highest severity of the scan's findings; absent while it is in progress.",
  },
  pull_request_dashboard_url: {
    ...text,
    neverNull: true,
    description: "The link to the pull request in the dashboard.",
  },
} as const satisfies Fields;

/** Specification, *Deepscan*: the item of a repository's list. */
export const deepscanFields = {
  id: { ...uuid, required: true, description: "The deepscan's id." },
  repository_id: { ...uuid, required: true, description: "The id of the repository that was scanned." },
  type: { ...text, required: true, description: "The deepscan's type." },
  branch: { ...text, description: "The branch that was scanned." },
  commit_sha: { ...text, description: "The commit that was scanned." },
  retry_count: { ...integer, required: true, description: "The number of times that the deepscan was tried again." },
  created_at: { ...dateTime, required: true, description: "When the deepscan was asked for." },
} as const satisfies Fields;

/** Specification, *Deepscan*: the item of the account's list. */
export const accountDeepscanFields = {
  ...deepscanFields,
  repository_name: { ...text, required: true, description: "The name of the repository." },
} as const satisfies Fields;

/** Specification, *SBOM metadata*. */
export const sbomFields = {
  deepscan_id: { ...uuid, neverNull: true, description: "The id of the deepscan that made the SBOM." },
  repository_id: { ...uuid, neverNull: true, description: "The repository's id." },
  branch: { ...text, description: "The branch that the SBOM is of." },
  commit_sha: { ...text, description: "The commit that the SBOM is of." },
  format: { ...text, neverNull: true, description: "The format of the SBOM: CycloneDX." },
  component_count: { ...integer, neverNull: true, description: "The number of components in the SBOM." },
  generated_at: { ...dateTime, description: "When the SBOM was made." },
  vulnerability_summary: {
    kind: "object",
    fields: { ...counts, total: { ...integer, neverNull: true, description: "The number of all of them." } },
    neverNull: true,
    description: "The number of vulnerable components, by severity.",
  },
  download_url: { ...link, neverNull: true, description: "The link to the file, for a limited time." },
  download_url_expires_at: { ...dateTime, neverNull: true, description: "When the link to the file expires." },
} as const satisfies Fields;

const insightPullRequestFields = {
  number: { ...integer, description: "The pull request's number." },
  repository: { ...text, description: "The repository's name." },
  owner: { ...text, description: "The repository's owner." },
  url: { ...text, description: "The link to the pull request." },
} as const satisfies Fields;

const insightFields = {
  title: { ...text, neverNull: true, description: "The insight's title." },
  description: { ...text, description: "The insight's description." },
  answer: { ...text, description: "The insight's answer: a summary of what was found." },
  pull_requests: {
    kind: "list",
    neverNull: true,
    item: { kind: "object", fields: insightPullRequestFields, description: "A pull request." },
    description: "The pull requests that the insight is about.",
  },
} as const satisfies Fields;

/** Specification, *Daily insights digest*. `date` is required there and may be null all the same. */
export const insightsFields = {
  date: { ...text, description: "The day that the insights cover, written with slashes." },
  insights: {
    kind: "list",
    required: true,
    item: { kind: "object", fields: insightFields, description: "An insight." },
    description: "The insights of the day.",
  },
} as const satisfies Fields;

export type PrScan = Received<typeof prScanFields>;
export type Deepscan = Received<typeof deepscanFields>;
export type AccountDeepscan = Received<typeof accountDeepscanFields>;
export type Sbom = Received<typeof sbomFields>;
export type Insights = Received<typeof insightsFields>;

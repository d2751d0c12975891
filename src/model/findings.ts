import type { Fields, Received } from "./field";

/** What scans find, field by field: specification, *Resources and their fields*. */

const uuid = { kind: "string", format: "uuid" } as const;
const text = { kind: "string" } as const;
const integer = { kind: "integer" } as const;
const dateTime = { kind: "string", format: "date-time" } as const;
const link = { kind: "string", format: "uri" } as const;

export const severities = ["critical", "high", "medium", "low"] as const;
export const triageCategories = ["false_positive", "wont_fix", "accepted_risk", "in_progress"] as const;
export const findingTypes = ["deepscan", "pullrequest", "sca", "code_policy"] as const;

const id = { ...uuid, required: true, description: "The finding's id." } as const;
const dashboardUrl = { ...link, required: true, description: "Where the risk register shows the finding." } as const;
const createdAt = { ...dateTime, description: "When the finding was recorded." } as const;
/** The specification names no values here. */
const severity = { ...text, required: true, description: "How severe it is." } as const;
/** The shape of an item is not shown. */
const shapeless = { kind: "list", item: { kind: "json", description: "Not shown in the specification." } } as const;
const place = {
  line_start: { ...integer, description: "The first line." },
  line_end: { ...integer, description: "The last line." },
} as const;
const pullRequestUrl = {
  ...text,
  neverNull: true,
  description: "Where the dashboard shows the pull request.",
} as const;

/** Specification, *Deepscan finding*. */
export const deepscanFindingFields = {
  id,
  dashboard_url: dashboardUrl,
  title: { ...text, required: true, description: "What was found." },
  description: { ...text, required: true, description: "What it is about." },
  severity,
  technical_details: { ...text, neverNull: true, description: "How it comes about." },
  impact: { ...text, neverNull: true, description: "What it may lead to." },
  remediation: { ...text, neverNull: true, description: "How to mend it." },
  locations: { ...shapeless, description: "Where it is, as JSON." },
  created_at: createdAt,
} as const satisfies Fields;

/** Specification, *SCA finding*: a vulnerable package. */
export const scaFindingFields = {
  id,
  dashboard_url: dashboardUrl,
  title: { ...text, required: true, description: "What was found." },
  description: { ...text, description: "What it is about." },
  severity,
  package_name: { ...text, required: true, description: "The package." },
  package_version: { ...text, required: true, description: "The version that is in use." },
  package_ecosystem: { ...text, required: true, description: "Where the package comes from." },
  cve_id: { ...text, description: "The id of the vulnerability." },
  cvss_score: { kind: "number", description: "Its score." },
  cvss_vector: { ...text, description: "What the score is made of." },
  fixed_version: { ...text, description: "The first version without it." },
  remediation: { ...text, description: "How to mend it." },
  locations: { ...shapeless, description: "Where the package is used, as JSON." },
  references: { ...shapeless, description: "Where to read on, as JSON." },
  created_at: createdAt,
} as const satisfies Fields;

/** Specification, *PR finding of a repository*. */
export const prFindingFields = {
  id,
  dashboard_url: dashboardUrl,
  severity: { kind: "enum", values: severities, open: true, required: true, description: "How severe it is." },
  type: { ...text, required: true, description: "What was found." },
  description: { ...text, required: true, description: "What it is about." },
  filename: { ...text, required: true, description: "The file." },
  ...place,
  created_at: createdAt,
  pull_request_dashboard_url: pullRequestUrl,
} as const satisfies Fields;

/** Specification, *Triage* and *Combined finding*. */
export const triageFields = {
  category: { kind: "enum", values: triageCategories, neverNull: true, description: "What was decided." },
  category_name: { ...text, neverNull: true, description: "The same for people." },
} as const satisfies Fields;

/** Specification, *Combined finding*. */
export const combinedFindingFields = {
  id,
  finding_type: { kind: "enum", values: findingTypes, required: true, description: "Which kind of scan found it." },
  dashboard_url: dashboardUrl,
  severity: { kind: "enum", values: severities, required: true, description: "How severe it is." },
  type: { ...text, required: true, description: "What was found." },
  label: { ...text, neverNull: true, description: "The classifier's label." },
  description: { ...text, description: "What it is about." },
  filename: { ...text, description: "The file." },
  ...place,
  repository_name: { ...text, description: "The repository." },
  pr_number: { ...integer, description: "The pull request, for findings of type pullrequest." },
  pull_request_dashboard_url: pullRequestUrl,
  created_at: createdAt,
  state: {
    kind: "enum",
    values: ["open", "dismissed", "resolved"],
    neverNull: true,
    description: "Whether it is still there, and whether somebody has triaged it.",
  },
  triage: { kind: "object", fields: triageFields, description: "What was decided about it; absent when nothing was." },
} as const satisfies Fields;

/** Specification, *Combined finding*: the envelope. */
export const paginationFields = {
  total: { ...integer, required: true, description: "How many findings there are in all." },
  page: { ...integer, required: true, description: "Which page this is, from 1." },
  per_page: { ...integer, required: true, description: "How many findings a page holds." },
  total_pages: { ...integer, required: true, description: "How many pages there are." },
} as const satisfies Fields;

export type Severity = (typeof severities)[number];
export type TriageCategory = (typeof triageCategories)[number];
export type FindingType = (typeof findingTypes)[number];
export type DeepscanFinding = Received<typeof deepscanFindingFields>;
export type ScaFinding = Received<typeof scaFindingFields>;
export type PrFinding = Received<typeof prFindingFields>;
export type CombinedFinding = Received<typeof combinedFindingFields>;
export type Pagination = Received<typeof paginationFields>;

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
const dashboardUrl = { ...link, required: true, description: "The link to the finding in the risk register." } as const;
const createdAt = { ...dateTime, description: "When the finding was recorded." } as const;
/** The specification names no values here. */
const severity = { ...text, required: true, description: "The finding's severity." } as const;
/** The shape of an item is not shown. */
const shapeless = { kind: "list", item: { kind: "json", description: "Not shown in the specification." } } as const;
const place = {
  line_start: { ...integer, description: "The first line of the finding in the file." },
  line_end: { ...integer, description: "The last line of the finding in the file." },
} as const;
const pullRequestUrl = {
  ...text,
  neverNull: true,
  description: "The link to the pull request in the dashboard.",
} as const;

/** Specification, *Deepscan finding*. */
export const deepscanFindingFields = {
  id,
  dashboard_url: dashboardUrl,
  title: { ...text, required: true, description: "The finding's title." },
  description: { ...text, required: true, description: "The finding's description." },
  severity,
  technical_details: { ...text, neverNull: true, description: "The technical details of the finding." },
  impact: { ...text, neverNull: true, description: "The finding's impact." },
  remediation: { ...text, neverNull: true, description: "How to fix the finding." },
  locations: {
    ...shapeless,
    description: "The finding's locations, as a JSON list of objects of a shape that the service does not document.",
  },
  created_at: createdAt,
} as const satisfies Fields;

/** Specification, *SCA finding*: a vulnerable package. */
export const scaFindingFields = {
  id,
  dashboard_url: dashboardUrl,
  title: { ...text, required: true, description: "The finding's title." },
  description: { ...text, description: "The finding's description." },
  severity,
  package_name: { ...text, required: true, description: "The name of the vulnerable package." },
  package_version: { ...text, required: true, description: "The version of the package that is in use." },
  package_ecosystem: { ...text, required: true, description: "The package's ecosystem." },
  cve_id: { ...text, description: "The CVE id of the vulnerability." },
  cvss_score: { kind: "number", description: "The CVSS score of the vulnerability." },
  cvss_vector: { ...text, description: "The CVSS vector of the vulnerability." },
  fixed_version: { ...text, description: "The first version of the package without the vulnerability." },
  remediation: { ...text, description: "How to fix the finding." },
  locations: {
    ...shapeless,
    description:
      "The locations of the package, as a JSON list of objects of a shape that the service does not document.",
  },
  references: {
    ...shapeless,
    description:
      "The references of the finding, as a JSON list of objects of a shape that the service does not document.",
  },
  created_at: createdAt,
} as const satisfies Fields;

/** Specification, *PR finding of a repository*. */
export const prFindingFields = {
  id,
  dashboard_url: dashboardUrl,
  severity: { kind: "enum", values: severities, open: true, required: true, description: "The finding's severity." },
  type: { ...text, required: true, description: "The finding's title." },
  description: { ...text, required: true, description: "The finding's description." },
  filename: { ...text, required: true, description: "The name of the file with the finding." },
  ...place,
  created_at: createdAt,
  pull_request_dashboard_url: pullRequestUrl,
} as const satisfies Fields;

/** Specification, *Triage* and *Combined finding*. */
export const triageFields = {
  category: { kind: "enum", values: triageCategories, neverNull: true, description: "The category of the triage." },
  category_name: { ...text, neverNull: true, description: "The category of the triage, in words for people." },
} as const satisfies Fields;

/** Specification, *Combined finding*. */
export const combinedFindingFields = {
  id,
  finding_type: { kind: "enum", values: findingTypes, required: true, description: "The kind of scan that found it." },
  dashboard_url: dashboardUrl,
  severity: { kind: "enum", values: severities, required: true, description: "The finding's severity." },
  type: { ...text, required: true, description: "The finding's title." },
  label: { ...text, neverNull: true, description: "The label that the classifier gave the finding." },
  description: { ...text, description: "The finding's description." },
  filename: { ...text, description: "The name of the file with the finding." },
  ...place,
  repository_name: { ...text, description: "The name of the repository with the finding." },
  pr_number: { ...integer, description: "The number of the pull request, for findings of type pullrequest." },
  pull_request_dashboard_url: pullRequestUrl,
  created_at: createdAt,
  state: {
    kind: "enum",
    values: ["open", "dismissed", "resolved"],
    neverNull: true,
    description: "The finding's state: open, triaged (dismissed), or not in the latest scan any more (resolved).",
  },
  triage: { kind: "object", fields: triageFields, description: "The finding's triage; absent when it is not triaged." },
} as const satisfies Fields;

/** Specification, *Combined finding*: the envelope. */
export const paginationFields = {
  total: { ...integer, required: true, description: "The number of all findings." },
  page: { ...integer, required: true, description: "The number of this page, from 1." },
  per_page: { ...integer, required: true, description: "The number of findings per page." },
  total_pages: { ...integer, required: true, description: "The number of pages." },
} as const satisfies Fields;

/** What a reviewer needs to know about a finding. */
export interface FindingSummary {
  readonly title: string;
  /** One of `severities`; a service may know others. */
  readonly severity: string;
  readonly file?: string;
  /** The name of its repository. */
  readonly repository?: string;
}

export const findingSummary = ({
  type,
  severity,
  filename,
  repository_name: name,
}: CombinedFinding): FindingSummary => ({
  title: type,
  severity,
  ...(filename === undefined ? {} : { file: filename }),
  ...(name === undefined ? {} : { repository: name }),
});

/** The position among `severities`, in capital letters or not; -1 where it is none of them. */
export const severityPosition = (severity: string | undefined): number =>
  severities.findIndex((each) => each === severity?.toLowerCase());

export type Severity = (typeof severities)[number];
export type TriageCategory = (typeof triageCategories)[number];
export type FindingType = (typeof findingTypes)[number];
export type DeepscanFinding = Received<typeof deepscanFindingFields>;
export type ScaFinding = Received<typeof scaFindingFields>;
export type PrFinding = Received<typeof prFindingFields>;
export type CombinedFinding = Received<typeof combinedFindingFields>;
export type Pagination = Received<typeof paginationFields>;

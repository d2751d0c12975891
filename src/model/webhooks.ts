import type { Fields, Received } from "./field";
import { findingTypes, severities, type Severity } from "./findings";

/** Webhook payloads and destinations: specification, *Events* and *Webhook destination*. */

const text = { kind: "string" } as const;
const integer = { kind: "integer" } as const;

export const destinationRiskLevels = ["All", "Medium", "High", "Critical"] as const;
export type DestinationRiskLevel = (typeof destinationRiskLevels)[number];

/** The severities that each Risk Level of a destination lets through: specification, *Webhook destination*. */
export const severitiesOfLevel: Readonly<Record<DestinationRiskLevel, readonly Severity[]>> = {
  All: severities,
  Medium: ["critical", "high", "medium"],
  High: ["critical", "high"],
  Critical: ["critical"],
};

/** Specification, *Generic payload*: an item of `results`. */
export const payloadResultFields = {
  id: { ...text, format: "uuid", required: true, description: "The finding's id." },
  finding_type: { kind: "enum", values: findingTypes, required: true, description: "Which kind of scan found it." },
  type: { ...text, required: true, description: "What was found." },
  filename: { ...text, required: true, description: "The file." },
  line_start: { ...integer, required: true, description: "The first line." },
  line_end: { ...integer, required: true, description: "The last line." },
  description: { ...text, required: true, description: "The finding in words." },
  risk: { kind: "enum", values: severities, required: true, description: "The severity." },
} as const satisfies Fields;

/** Specification, *Generic payload*. The interface has the source host's name where `scm_url` has a neutral word. */
export const payloadFields = {
  dashboard_url: { ...text, required: true, description: "Where the dashboard shows the pull request." },
  scm_url: { ...text, required: true, description: "Where the source host shows the pull request." },
  risk_threshold: {
    kind: "enum",
    values: [...severities, "passing"],
    required: true,
    description: "The highest severity among the findings; passing when none meets the Risk Level.",
  },
  org: { ...text, required: true, description: "The organization's name." },
  repo_name: { ...text, required: true, description: "The repository's name." },
  repo_full_name: { ...text, required: true, description: "The same with the organization before it." },
  pr_number: { ...integer, required: true, description: "The pull request's number." },
  pr_title: { ...text, required: true, description: "The pull request's title." },
  pr_status: {
    kind: "enum",
    values: ["open", "closed"],
    required: true,
    description: "Whether the pull request is open.",
  },
  branch: { ...text, required: true, description: "The branch that the pull request was opened from." },
  commit_author: { ...text, required: true, description: "Who wrote the commit that started the scan." },
  issue_status: {
    kind: "enum",
    values: ["open", "resolved"],
    required: true,
    description: "Whether open findings remain.",
  },
  run_time: { ...text, format: "date-time", required: true, description: "When the scan completed." },
  results: {
    kind: "list",
    required: true,
    item: { kind: "object", fields: payloadResultFields, description: "A finding." },
    description: "The findings of the scan; empty when none meets the Risk Level.",
  },
} as const satisfies Fields;

/** Specification, *Webhook destination*: what a person says of one. Slug and type follow from it. */
export const destinationFields = {
  name: { ...text, required: true, description: "The name, from which the slug is made." },
  url: { ...text, required: true, description: "Where events are sent." },
  risk_level: {
    kind: "enum",
    values: destinationRiskLevels,
    description: "The minimum severity of the findings that it gets.",
  },
  enabled: { kind: "boolean", description: "Whether events are sent at all." },
  global: {
    kind: "boolean",
    description: "Whether it gets the events of all repositories, not only of those whose configuration names it.",
  },
} as const satisfies Fields;

/** Specification, *When a webhook fires*: where the daily digest goes. */
export const notificationSettingsFields = {
  digest_destinations: {
    kind: "list",
    required: true,
    item: { ...text, description: "A slug." },
    description: "The slugs of the destinations that get the daily digest.",
  },
} as const satisfies Fields;

export type WebhookResult = Received<typeof payloadResultFields>;
export type WebhookPayload = Omit<Received<typeof payloadFields>, "results"> & {
  readonly results: readonly WebhookResult[];
};
export type DestinationBody = Received<typeof destinationFields>;
export type NotificationSettings = Received<typeof notificationSettingsFields>;

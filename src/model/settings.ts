import type { Fields, Values } from "./field";

/**
 * The settings of a Configuration: specification, *Resources and their fields > Configuration*.
 * The only place that names a setting: one that is added here is added everywhere.
 */

const enabled = {
  kind: "boolean",
  stronger: true,
  effect: { weaker: "no longer runs", stronger: "runs" },
} as const;

const silent = {
  kind: "boolean",
  stronger: false,
  effect: { weaker: "no longer reports to developers", stronger: "reports to developers" },
} as const;

const blocking = {
  kind: "boolean",
  stronger: true,
  effect: { weaker: "no longer blocks pull requests", stronger: "blocks pull requests" },
} as const;

export const analyzerFields = {
  enabled: { ...enabled, description: "Whether the analyzer runs." },
  silent: { ...silent, description: "Whether the analyzer is silent." },
  blocking: { ...blocking, description: "Whether what the analyzer finds blocks the pull request." },
  risk_level: {
    kind: "enum",
    values: ["info", "low", "medium", "high", "critical", "fail", "risky"],
    description: "The analyzer's risk level.",
  },
  excludes: {
    kind: "set",
    gaining: "weakens",
    effect: { weaker: "looks at fewer files", stronger: "looks at more files" },
    description: "File patterns that are left out. Once declared, exactly these; an empty list is none.",
  },
  includes: {
    kind: "set",
    gaining: "strengthens",
    scope: true,
    effect: { weaker: "looks at fewer files", stronger: "looks at more files" },
    description: "File patterns that are looked at. Once declared, exactly these; an empty list is no restriction.",
  },
} as const satisfies Fields;

export const codePolicyFields = {
  enabled: { ...enabled, description: "Whether the policy is evaluated." },
  silent: { ...silent, description: "Whether the policy is silent." },
  blocking: { ...blocking, description: "Whether a violation blocks the pull request." },
} as const satisfies Fields;

export const notificationFields = {
  enabled: {
    kind: "boolean",
    stronger: true,
    effect: { weaker: "notifications stop", stronger: "notifications are sent" },
    description: "Whether findings are sent to the integrations.",
  },
  deduplicate: { kind: "boolean", description: "Whether notifications are deduplicated." },
  integration_names: {
    kind: "set",
    wire: "integrationNames",
    gaining: "strengthens",
    effect: { weaker: "fewer integrations are told", stronger: "more integrations are told" },
    description: "Slugs of the webhook destinations. Once declared, exactly these; an empty list is none.",
  },
} as const satisfies Fields;

export const settingsFields = {
  comment: {
    kind: "enum",
    values: ["disabled", "silent", "enabled"],
    ordered: true,
    effect: { weaker: "says less on pull requests", stronger: "says more on pull requests" },
    description: "Whether the service comments on pull requests.",
  },
  show_scan_confirmation: { kind: "boolean", description: "Whether the scan confirmation is shown." },
  risk_threshold: { kind: "integer", description: "The risk threshold, a whole number." },
  analyzers: {
    kind: "map",
    entry: analyzerFields,
    effect: { weaker: "its settings are removed", stronger: "its settings are added" },
    description: "Settings by analyzer slug. Slugs that are not named are left as they are.",
  },
  code_policies: {
    kind: "keyed",
    entry: codePolicyFields,
    effect: { weaker: "the policy is no longer evaluated", stronger: "the policy is evaluated" },
    description: "Custom code policies by id. Once declared, exactly these; an empty list is none.",
  },
  notifications: { kind: "object", fields: notificationFields, description: "Who is told about findings." },
} as const satisfies Fields;

/** Settings in normal form, under scanform's names. An absent leaf is not managed. */
export type Settings = Values<typeof settingsFields>;
export type SettingName = keyof typeof settingsFields;
export const settingNames = Object.keys(settingsFields) as readonly SettingName[];

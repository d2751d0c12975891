import type { SettingFields, Values } from "./field";

/**
 * The settings of a Configuration: specification, *Resources and their fields > Configuration*.
 * The only list of settings: one that is added here is added everywhere. What `enabled` does to the leaves beside it is in
 * `compare-settings.ts`.
 */

const increasing = { by: "order", weakToStrong: [false, true] } as const;
const decreasing = { by: "order", weakToStrong: [true, false] } as const;

const silent = {
  kind: "boolean",
  verdict: {
    ...decreasing,
    words: {
      weaker: "no longer reports to developers",
      stronger: "reports to developers",
      weakest: "does not report to developers",
      lost: "silent: no longer set (was off)",
    },
  },
} as const;

const blocking = {
  kind: "boolean",
  verdict: {
    ...increasing,
    words: {
      weaker: "no longer blocks pull requests",
      stronger: "blocks pull requests",
      weakest: "does not block pull requests",
      lost: "blocking: no longer set (was on)",
    },
  },
} as const;

const files = {
  weaker: "no longer scans some files",
  stronger: "scans more files",
  unsure: "may no longer scan some files",
} as const;

export const analyzerFields = {
  enabled: {
    kind: "boolean",
    verdict: {
      ...increasing,
      words: {
        weaker: "no longer runs",
        stronger: "runs",
        weakest: ": off",
        lost: ": no longer set (was on)",
      },
    },
    description: "Whether the analyzer runs.",
  },
  silent: { ...silent, description: "Whether the analyzer is silent." },
  blocking: { ...blocking, description: "Whether what the analyzer finds blocks the pull request." },
  risk_level: {
    kind: "enum",
    values: ["info", "low", "medium", "high", "critical", "fail", "risky"],
    verdict: { by: "unclassified" },
    description: "The analyzer's risk level.",
  },
  excludes: {
    kind: "set",
    verdict: {
      by: "members",
      more: "weaker",
      empty: "strongest",
      everything: ["**", "**/*", "*"],
      words: { ...files, weakest: "scans no files", lost: "excludes: no longer set (was none)" },
    },
    description: "File patterns to exclude.",
    declared: "Once declared, exactly these; an empty list is none.",
  },
  includes: {
    kind: "set",
    verdict: {
      by: "members",
      more: "stronger",
      empty: "unspecified",
      words: files,
    },
    description: "File patterns to scan; an empty list is no restriction.",
    declared: "Once declared, exactly these.",
  },
} as const satisfies SettingFields;

export const codePolicyFields = {
  enabled: {
    kind: "boolean",
    verdict: {
      ...increasing,
      words: {
        weaker: "is no longer evaluated",
        stronger: "is evaluated",
        weakest: ": off",
        lost: ": no longer set (was on)",
      },
    },
    description: "Whether the policy is evaluated.",
  },
  silent: { ...silent, description: "Whether the policy is silent." },
  blocking: { ...blocking, description: "Whether a violation blocks the pull request." },
} as const satisfies SettingFields;

export const notificationFields = {
  enabled: {
    kind: "boolean",
    verdict: {
      ...increasing,
      words: {
        weaker: "are no longer sent",
        stronger: "are sent",
        weakest: ": off",
        lost: ": no longer set (were on)",
      },
    },
    description: "Whether findings are sent to the integrations.",
  },
  deduplicate: {
    kind: "boolean",
    verdict: { by: "neutral" },
    description: "Whether notifications are deduplicated.",
  },
  integration_names: {
    kind: "set",
    wire: "integrationNames",
    verdict: {
      by: "members",
      more: "stronger",
      empty: "weakest",
      words: {
        weaker: "no longer go to some integrations",
        stronger: "go to more integrations",
        weakest: "go to no integration",
      },
    },
    description: "Slugs of the webhook destinations.",
    declared: "Once declared, exactly these; an empty list is none.",
  },
} as const satisfies SettingFields;

export const settingsFields = {
  comment: {
    kind: "enum",
    values: ["disabled", "silent", "enabled"],
    verdict: {
      by: "order",
      weakToStrong: ["disabled", "silent", "enabled"],
    },
    description: "Whether the service comments on pull requests.",
  },
  show_scan_confirmation: {
    kind: "boolean",
    verdict: { by: "neutral" },
    description: "Whether the scan confirmation is shown.",
  },
  risk_threshold: {
    kind: "integer",
    verdict: { by: "unclassified" },
    description: "The risk threshold, a whole number.",
  },
  analyzers: {
    kind: "map",
    entry: analyzerFields,
    description: "Settings by analyzer slug.",
    declared: "Slugs that are not named are left as they are.",
  },
  code_policies: {
    kind: "keyed",
    entry: codePolicyFields,
    words: { weaker: "is no longer evaluated", stronger: "is evaluated" },
    advice:
      "Give the id of the policy. In Terraform: data.scanform_custom_policy finds it by the title. In TypeScript: CodePolicy.fromTitle(...).",
    description: "Custom code policies by id.",
    declared: "Once declared, exactly these; none where it is empty.",
  },
  notifications: {
    kind: "object",
    fields: notificationFields,
    description: "Who is notified of findings.",
  },
} as const satisfies SettingFields;

/** Settings in normal form, under scanform's names. An absent leaf is not managed. */
export type Settings = Values<typeof settingsFields>;
export type SettingName = keyof typeof settingsFields;
export const settingNames = Object.keys(settingsFields) as readonly SettingName[];

/**
 * The place of what the service answers instead of settings where that is no object, such as a text. No setting of the
 * service is called so.
 */
export const settingsAsAWhole = "configuration as a whole";

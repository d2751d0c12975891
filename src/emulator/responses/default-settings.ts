import { isObject, type Json, type JsonObject } from "../../model/json";
import type { AccountStore } from "../state/account-store";

/** The values that the emulated service fills in; the specification does not name any. */
const defaultAnalyzer = {
  silent: false,
  blocking: false,
  risk_level: "medium",
  excludes: [],
  includes: [],
} as const;

const defaultSettings = {
  comment: "enabled",
  show_scan_confirmation: false,
  risk_threshold: 0,
  code_policies: [],
  notifications: { enabled: false, deduplicate: false, integrationNames: [] },
} as const;

/** Settings completed with a value for every leaf and an entry for every analyzer of the account. */
export function withDefaults(settings: JsonObject | null, { analyzers }: AccountStore): JsonObject {
  const given = settings?.["analyzers"];
  const slugs = analyzers.map(({ slug, enabled }): [string, JsonObject] => [slug, { enabled, ...defaultAnalyzer }]);
  const filled = Object.entries(isObject(given) ? given : {}).map(([slug, setting]): [string, Json] => [
    slug,
    { enabled: true, ...defaultAnalyzer, ...(isObject(setting) ? setting : {}) },
  ]);
  const notifications = settings?.["notifications"];
  return {
    ...defaultSettings,
    ...settings,
    analyzers: Object.fromEntries([...slugs, ...filled]),
    notifications: { ...defaultSettings.notifications, ...(isObject(notifications) ? notifications : {}) },
  };
}

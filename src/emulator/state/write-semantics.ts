import type { ConfigurationId } from "../../model/ids";
import type { JsonObject } from "../../model/json";
import { deepMerge } from "../json/deep-merge";
import type { Profile } from "../profile/profile";

/**
 * The effect of writes on configurations where the specification says "not shown" (*Endpoints >
 * Configurations*, *Errors*). Most such questions are switches of `profile/switches.ts`, whose effects on
 * writes are here; `responses/response-shape.ts` has those that only change responses. Without a switch:
 *
 * - An unknown id in `repositories` refuses the whole request with 422 and changes nothing.
 * - Analyzer slugs and code policy ids are not validated against the account.
 * - Undocumented query parameters are ignored, except those of a page.
 */

/** Settings in wire format; null if none were ever set. */
export type WireSettings = JsonObject | null;

const mergeSettings = (
  how: Profile["patch_merge"],
  { deep_lists }: Profile,
  before: WireSettings,
  given: JsonObject,
) => (how === "shallow" ? { ...before, ...given } : deepMerge(before ?? {}, given, deep_lists));

/** The settings after a PATCH. */
export const applyPatch = (profile: Profile, before: WireSettings, given: JsonObject | undefined): WireSettings =>
  given === undefined ? before : mergeSettings(profile.patch_merge, profile, before, given);

/** The settings of one configuration after a bulk_update. */
export const applyBulkUpdate = (profile: Profile, before: WireSettings, given: JsonObject): WireSettings =>
  mergeSettings(profile.bulk_merge, profile, before, given);

/** The settings after a PUT. */
export function applyPut(profile: Profile, before: WireSettings, given: JsonObject | undefined): WireSettings {
  switch (profile.put_omitted) {
    case "removed":
      return given ?? null;
    case "kept":
      return given === undefined ? before : mergeSettings("shallow", profile, before, given);
    case "merged":
      return given === undefined ? before : mergeSettings("deep", profile, before, given);
    default:
      return profile.put_omitted satisfies never;
  }
}

/** The configuration of a repository whose configuration was deleted. */
export const configurationAfterDelete: ConfigurationId | null = null;

/** An item of `errors` of a bulk update or an assignment, for an unknown id. */
export function errorItem(profile: Profile, kind: "configuration" | "repository", id: string): JsonObject {
  switch (profile.error_item) {
    case "id_and_error":
      return { [`${kind}_id`]: id, error: "not found" };
    case "message":
      return { message: `The ${kind} ${id} was not found.` };
    case "nested":
      return { resource: { type: kind, id }, error: { code: "not_found", message: "not found" } };
    case "by_id":
      return { [id]: ["not found"] };
    default:
      return profile.error_item satisfies never;
  }
}

/** The distinct ids of a bulk update: repeated ids count once. */
export const bulkTargets = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

/** Counts a repository that already has the configuration as assigned: repeated requests get the same response. */
export const assignmentCounts = (
  matched: number,
): { readonly assigned_count: number; readonly total_matched: number } => ({
  assigned_count: matched,
  total_matched: matched,
});

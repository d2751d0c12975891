import type { ConfigurationId } from "../../model/ids";
import type { JsonObject } from "../../model/json";
import { deepMerge } from "../json/deep-merge";
import type { Profile } from "../profile/profile";

/**
 * What the emulator does to configurations where the specification says "not shown" (*Endpoints >
 * Configurations*, *Errors*). Most such questions are switches of `profile/switches.ts`, and this is
 * what each value does to a write; `present.ts` has those that only change answers. Without a switch:
 *
 * - An unknown id in `repositories` refuses the whole request with 422 and changes nothing.
 * - Analyzer slugs and code policy ids are not looked up.
 * - A query that is not of a page is ignored where none is documented.
 */

/** Settings as they are on the wire; null when nobody ever gave any. */
export type WireSettings = JsonObject | null;

const mergeSettings = (
  how: Profile["patch_merge"],
  { deep_lists }: Profile,
  before: WireSettings,
  given: JsonObject,
) => (how === "shallow" ? { ...before, ...given } : deepMerge(before ?? {}, given, deep_lists));

/** What PATCH makes of the settings. */
export const applyPatch = (profile: Profile, before: WireSettings, given: JsonObject | undefined): WireSettings =>
  given === undefined ? before : mergeSettings(profile.patch_merge, profile, before, given);

/** What bulk_update makes of the settings of one configuration. */
export const applyBulkUpdate = (profile: Profile, before: WireSettings, given: JsonObject): WireSettings =>
  mergeSettings(profile.bulk_merge, profile, before, given);

/** What PUT makes of the settings. */
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

/** What a repository has once its configuration is deleted. */
export const configurationAfterDelete: ConfigurationId | null = null;

/** An item of `errors` of a bulk update or an assignment: an id that the account does not have. */
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

/** Ids that are listed twice in a bulk update count once. */
export const bulkTargets = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

/** A repository that already has the configuration counts as assigned, so that a repeated request answers the same. */
export const assignmentCounts = (
  matched: number,
): { readonly assigned_count: number; readonly total_matched: number } => ({
  assigned_count: matched,
  total_matched: matched,
});

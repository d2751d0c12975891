import type { ConfigurationId, RepositoryId } from "../../model/ids";
import { isObject, type Json, type JsonObject } from "../../model/json";
import type { Profile } from "../profile/profile";
import type { SeedRepository } from "../seed/seed-schema";

/** A configuration as the service returns it: specification, *Configuration*. */
export interface StoredConfiguration {
  readonly id: ConfigurationId;
  readonly name: string | null;
  readonly configuration: WireSettings;
  readonly created_at: string | null;
}

/** A repository as the service returns it: specification, *Repository*. */
export type StoredRepository = Omit<SeedRepository, "id" | "configuration_id"> & {
  readonly id: RepositoryId;
  readonly configuration_id: ConfigurationId | null;
};

/**
 * The settings that a write comes to, where the specification is silent (*Endpoints > Configurations*, *Errors*): the
 * readings of `api/readings.ts`. `stored-settings.ts` decides what of them is kept, and `http/response-shape.ts` what a
 * response shows. Undocumented query parameters are ignored, except those of a page.
 */

/** Settings in wire format; null if none were ever set. */
export type WireSettings = JsonObject | null;

function mergeSettings(
  how: Profile["patch_merge"],
  profile: Profile,
  before: WireSettings,
  given: JsonObject,
): JsonObject {
  switch (how) {
    case "shallow":
      return { ...before, ...given };
    case "deep":
      return deepMerge(before ?? {}, given, profile.deep_lists);
    case "entries":
      return {
        ...before,
        ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, withEntries(before?.[name], value)])),
      };
    case "replace":
      return given;
    default:
      return how satisfies never;
  }
}

const withEntries = (before: Json | undefined, given: Json): Json =>
  isObject(before) && isObject(given) ? { ...before, ...given } : given;

/** The settings after a PATCH. */
export const applyPatch = (profile: Profile, before: WireSettings, given: JsonObject | undefined): WireSettings =>
  given === undefined
    ? profile.patch_without_settings === "kept"
      ? before
      : null
    : mergeSettings(profile.patch_merge, profile, before, given);

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

/** `Array.isArray` as a type guard for JSON values. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Merges objects recursively; `lists` decides how two lists are combined. */
function deepMerge(before: JsonObject, given: JsonObject, lists: Profile["deep_lists"]): JsonObject {
  const merged = Object.entries(given).map(([key, value]): [string, Json] => [
    key,
    mergeValue(Object.hasOwn(before, key) ? before[key] : undefined, value, lists),
  ]);
  return Object.fromEntries([...Object.entries(before), ...merged]);
}

function mergeValue(before: Json | undefined, given: Json, lists: Profile["deep_lists"]): Json {
  if (isObject(before) && isObject(given)) return deepMerge(before, given, lists);
  if (isList(before) && isList(given) && lists === "merged") return mergeLists(before, given);
  return given;
}

function mergeLists(before: readonly Json[], given: readonly Json[]): readonly Json[] {
  const items = new Map(before.map((item) => [identity(item), item]));
  for (const item of given) items.set(identity(item), mergeValue(items.get(identity(item)), item, "merged"));
  return [...items.values()];
}

/** What distinguishes the items of a list: the id, or the value itself. */
export const identity = (item: Json): string =>
  JSON.stringify(isObject(item) && item["id"] !== undefined ? item["id"] : item);

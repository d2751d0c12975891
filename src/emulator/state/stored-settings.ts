import { groupBy } from "../../model/group-by";
import { isObject, type Json, type JsonObject } from "../../model/json";
import { normalForm } from "../../model/normal-form";
import { unprocessable } from "../http/read-request";
import { withDefaults } from "../http/response-shape";
import type { Profile } from "../profile/profile";
import type { Problem } from "../support/problems";
import type { AccountStore } from "./store";
import { identity, isList, type WireSettings } from "./write-semantics";

/** What the service keeps of what a write gives, by the readings of `api/readings.ts`. */

export function storedName({ name_spelling: spelling }: Profile, name: string): string {
  switch (spelling) {
    case "as_given":
      return name;
    case "trimmed":
      return name.trim();
    case "lower_case":
      return name.toLowerCase();
    case "composed":
      return normalForm(name);
    default:
      return spelling satisfies never;
  }
}

/**
 * The given settings without the analyzers and code policies that the account does not list, where these are dropped.
 *
 * @param field the place of the settings in the body
 * @throws 422 where these are refused
 */
export function takenSettings<S extends JsonObject | undefined>(
  account: AccountStore,
  { unlisted_entries: unlisted }: Profile,
  given: S,
  field: readonly string[],
): S | JsonObject {
  if (unlisted === "accepted" || given === undefined) return given;
  const slugs = new Set(account.analyzers.map(({ slug }) => slug));
  const ids: ReadonlySet<unknown> = new Set(account.policies.map(({ id }) => id));
  const { analyzers, code_policies: policies } = given;
  const isListed = (entry: Json): boolean => isObject(entry) && ids.has(entry["id"]);
  if (unlisted === "refused") {
    const problems: readonly Problem[] = [
      ...Object.keys(isObject(analyzers) ? analyzers : {})
        .filter((slug) => !slugs.has(slug))
        .map((slug) => ({ path: [...field, "analyzers", slug], message: "the account has no such analyzer" })),
      ...(isList(policies) ? policies : []).flatMap((entry, at) =>
        isListed(entry)
          ? []
          : [{ path: [...field, "code_policies", at], message: "the account has no such custom policy" }],
      ),
    ];
    if (problems.length > 0) throw unprocessable(problems);
    return given;
  }
  return {
    ...given,
    ...(isObject(analyzers) ? { analyzers: pick(analyzers, (slug) => slugs.has(slug)) } : {}),
    ...(isList(policies) ? { code_policies: policies.filter(isListed) } : {}),
  };
}

const pick = (from: JsonObject, isTaken: (key: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(from).filter(([key]) => isTaken(key)));

/**
 * The settings as they are stored.
 *
 * @param by the write that leaves them
 */
export function storedSettings(
  account: AccountStore,
  profile: Profile,
  settings: WireSettings,
  by: "create" | "put" | "patch" | "bulk",
): WireSettings {
  const { defaults } = profile;
  const isFilled =
    by === "create" ? defaults === "at_create" || defaults === "at_put" : by === "put" && defaults === "at_put";
  const filled = isFilled ? withDefaults(settings, account) : settings;
  return filled && (kept(filled, profile) as JsonObject);
}

/** A value with its lists as they are stored, and without what is empty and not stored. */
function kept(value: Json, profile: Profile): Json {
  if (isList(value)) return keptItems(value, profile);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, each]): readonly [string, Json][] => {
    const now = kept(each, profile);
    return isDropped(each, now, profile) ? [] : [[key, now]];
  });
  return Object.fromEntries(entries);
}

/** An empty list, or an entry that the loss of its lists has emptied. */
function isDropped(given: Json, now: Json, { empty }: Profile): boolean {
  if (empty === "kept") return false;
  if (isList(now)) return now.length === 0;
  return (
    empty === "dropped_with_entry" &&
    isObject(given) &&
    isObject(now) &&
    Object.keys(given).length > 0 &&
    Object.keys(now).length === 0
  );
}

function keptItems(items: readonly Json[], { stored_lists: how, list_items_most: most }: Profile): readonly Json[] {
  const all =
    how === "as_given"
      ? items
      : how === "sorted"
        ? items.toSorted((left, right) => (identity(left) < identity(right) ? -1 : 1))
        : [...groupBy(items, identity).values()].flatMap((same) => same.slice(-1));
  return most === 0 ? all : all.slice(0, most);
}

import { isObject, type Json, type JsonObject } from "../../model/json";

const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value);
/** `Array.isArray` as a type guard for JSON values. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** How a list that both documents have is merged. */
export type ListMerge = "replaced" | "merged";

/** Merges objects recursively; `lists` decides how two lists are combined. */
export function deepMerge(before: JsonObject, given: JsonObject, lists: ListMerge): JsonObject {
  const merged = Object.entries(given).map(([key, value]): [string, Json] => [
    key,
    mergeValue(Object.hasOwn(before, key) ? before[key] : undefined, value, lists),
  ]);
  return Object.fromEntries([...Object.entries(before), ...merged]);
}

function mergeValue(before: Json | undefined, given: Json, lists: ListMerge): Json {
  if (isJsonObject(before) && isJsonObject(given)) return deepMerge(before, given, lists);
  if (isList(before) && isList(given) && lists === "merged") return mergeLists(before, given);
  return given;
}

/** Items are identified by `id` if they have one, and by their value otherwise. */
function mergeLists(before: readonly Json[], given: readonly Json[]): readonly Json[] {
  const items = new Map(before.map((item) => [identity(item), item]));
  for (const item of given) items.set(identity(item), mergeValue(items.get(identity(item)), item, "merged"));
  return [...items.values()];
}

const identity = (item: Json): string =>
  JSON.stringify(isJsonObject(item) && item["id"] !== undefined ? item["id"] : item);

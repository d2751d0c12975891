import { isObject, type Json, type JsonObject } from "../../model/json";

const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value);
/** `Array.isArray` as JSON has it. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** What becomes of a list that both documents have. */
export type ListMerge = "replaced" | "merged";

/** Every object that both have is merged in turn; `lists` says what becomes of lists. */
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

/** Items are told apart by their `id` where they have one, and by what they are elsewhere. */
function mergeLists(before: readonly Json[], given: readonly Json[]): readonly Json[] {
  const items = new Map(before.map((item) => [identity(item), item]));
  for (const item of given) items.set(identity(item), mergeValue(items.get(identity(item)), item, "merged"));
  return [...items.values()];
}

const identity = (item: Json): string =>
  JSON.stringify(isJsonObject(item) && item["id"] !== undefined ? item["id"] : item);

import { define } from "../../../model/define";
import { isToken } from "../tokens";
import { type Entries, isEntries } from "./entries";

/** Where a token stands in place of a whole map, and a map on the other side. */
export interface Unmergeable {
  readonly path: readonly string[];
  /** Which side has the token. */
  readonly token: "base" | "override";
}

/** What an extension says. */
export interface Layer {
  /** An entry or leaf that is `undefined` is removed. */
  readonly settings: Entries;
  /** Whether its code policies take the place of the base's: they were given as a list. */
  readonly replacesPolicies: boolean;
}

/** The base with what the layer says: leaf by leaf, lists whole. Nothing in the result is `undefined`. */
export function mergeSettings(base: Entries, layer: Layer, unmergeable: Unmergeable[]): Entries {
  const under = layer.replacesPolicies ? { ...base, codePolicies: undefined } : base;
  return mergeMaps(under, layer.settings, [], unmergeable);
}

function mergeMaps(base: Entries, over: Entries, path: readonly string[], unmergeable: Unmergeable[]): Entries {
  const merged: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(base)) if (value !== undefined) define(merged, key, value);
  for (const [given, value] of Object.entries(over)) {
    const key = path[0] === "codePolicies" && path.length === 1 ? spelledIn(merged, given) : given;
    const found = mergeValues(Object.hasOwn(merged, key) ? merged[key] : undefined, value, [...path, key], unmergeable);
    if (found === undefined) Reflect.deleteProperty(merged, key);
    else define(merged, key, found);
  }
  return merged;
}

function mergeValues(base: unknown, over: unknown, path: readonly string[], unmergeable: Unmergeable[]): unknown {
  if (isEntries(base) && isToken(over)) unmergeable.push({ path, token: "override" });
  if (isToken(base) && isEntries(over)) unmergeable.push({ path, token: "base" });
  return isEntries(over) ? mergeMaps(isEntries(base) ? base : {}, over, path, unmergeable) : over;
}

/** The key as the map has it: UUIDs are the same in any case. */
export function spelledIn(map: Entries, key: string): string {
  if (Object.hasOwn(map, key)) return key;
  const lower = key.toLowerCase();
  return Object.keys(map).find((each) => each.toLowerCase() === lower) ?? key;
}

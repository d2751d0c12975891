import { define } from "../../../model/json";
import { pathText } from "../../../model/problem";
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
  /** The paths, as text, at which nothing of the base counts: a list of code policies, and what was removed once. */
  readonly replaces: ReadonlySet<string>;
}

/** The base with what the layer says: leaf by leaf, lists whole. Nothing in the result is `undefined`. */
export function mergeSettings(base: Entries, { settings, replaces }: Layer, unmergeable: Unmergeable[]): Entries {
  return mergeMaps(base, settings, []);

  function mergeMaps(under: Entries, over: Entries, path: readonly string[]): Entries {
    const merged: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(under)) if (value !== undefined) define(merged, key, value);
    for (const [given, value] of Object.entries(over)) {
      const key = path[0] === "codePolicies" && path.length === 1 ? spelledIn(merged, given) : given;
      const isReplaced = replaces.size > 0 && replaces.has(pathText([...path, given]));
      const before = Object.hasOwn(merged, key) && !isReplaced ? merged[key] : undefined;
      const found = mergeValues(before, value, [...path, key]);
      if (found === undefined) Reflect.deleteProperty(merged, key);
      else define(merged, key, found);
    }
    return merged;
  }

  function mergeValues(under: unknown, over: unknown, path: readonly string[]): unknown {
    if (isEntries(under) && isToken(over)) unmergeable.push({ path, token: "override" });
    if (isToken(under) && isEntries(over)) unmergeable.push({ path, token: "base" });
    return isEntries(over) ? mergeMaps(isEntries(under) ? under : {}, over, path) : over;
  }
}

/** The key as the map has it: UUIDs are the same in any case. */
export function spelledIn(map: Entries, key: string): string {
  if (Object.hasOwn(map, key)) return key;
  const lower = key.toLowerCase();
  return Object.keys(map).find((each) => each.toLowerCase() === lower) ?? key;
}

import { isDeepStrictEqual } from "node:util";
import type { Field, Fields } from "./field";
import { isObject, own, values } from "./json";
import { sameSet } from "./same-set";
import { type Settings, settingsFields } from "./settings";

/** The place of a value in the settings of a configuration. */
export interface Leaf {
  /** The setting at the top: `comment`, `analyzers`. */
  readonly setting: string;
  /** The analyzer's slug, or the policy's id. */
  readonly key?: string;
  /** The field inside an entry; absent for a setting at the top, and for the fact that an entry exists. */
  readonly field?: string;
  /** The second and any further policy of one id in a list: 2, 3, ... Such an entry is one leaf. */
  readonly nth?: number;
}

/** A leaf as one state of a configuration holds it. */
export interface HeldLeaf extends Leaf {
  /** `true` for the fact that an entry exists. */
  readonly value: unknown;
  /** The leaf is that fact. */
  readonly isEntry?: true;
  /** Absent for what this version does not know: such a value is compared whole, and goes back as it came. */
  readonly definition?: Field;
}

/** The settings of a configuration as flat leaves, by their paths. */
export type Leaves = ReadonlyMap<string, HeldLeaf>;

/** The text of a leaf: `comment`, `analyzers["xss"].blocking`, `code_policies["<id>"]`. */
export function pathOf({ setting, key, field, nth }: Leaf): string {
  const entry = key === undefined ? setting : `${setting}[${JSON.stringify(key)}]`;
  const named = field === undefined ? entry : `${entry}.${field}`;
  return nth === undefined ? named : `${named} (${String(nth)})`;
}

/** The path of the analyzer, policy or notifications that a leaf belongs to; absent for a setting at the top. */
export const entryOf = ({ setting, key, field, isEntry }: HeldLeaf): string | undefined =>
  key === undefined && field === undefined && isEntry !== true
    ? undefined
    : pathOf({ setting, ...(key === undefined ? {} : { key }) });

const made = new WeakMap<Settings, Leaves>();

/**
 * The leaves of settings, in the order in which the settings have them. What is null is not set. That an entry exists is
 * a leaf by itself, so an entry without leaves is not lost.
 */
export function leavesOf(settings: Settings): Leaves {
  const known = made.get(settings);
  if (known !== undefined) return known;
  const leaves = new Map<string, HeldLeaf>();
  const add = (leaf: Leaf, value: unknown, definition?: Field): void => {
    if (value !== undefined && value !== null)
      leaves.set(pathOf(leaf), { ...leaf, value, ...(definition === undefined ? {} : { definition }) });
  };
  const addEntry = (place: Leaf, entry: unknown, fields: Fields, omitted?: string): void => {
    leaves.set(pathOf(place), { ...place, value: true, isEntry: true });
    for (const [field, value] of Object.entries(values(entry)))
      if (field !== omitted) add({ ...place, field }, value, own(fields, field) as Field | undefined);
  };
  for (const [setting, value] of Object.entries(settings)) {
    const definition = own(settingsFields, setting) as Field | undefined;
    if (definition?.kind === "map" && isObject(value))
      for (const [key, entry] of Object.entries(value)) addEntry({ setting, key }, entry, definition.entry);
    else if (definition?.kind === "keyed" && Array.isArray(value)) {
      const count = new Map<string, number>();
      for (const entry of value as readonly unknown[]) {
        const key = String(values(entry)["id"]);
        const nth = (count.get(key) ?? 0) + 1;
        count.set(key, nth);
        if (nth === 1) addEntry({ setting, key }, entry, definition.entry, "id");
        else add({ setting, key, nth }, entry);
      }
    } else if (definition?.kind === "object" && isObject(value)) addEntry({ setting }, value, definition.fields);
    else add({ setting }, value, definition);
  }
  made.set(settings, leaves);
  return leaves;
}

/**
 * Whether two states hold the same at a path: the one equality of values. The order of a list counts only where a
 * pattern may turn the others around. A list that is not set is an empty one where both states have its entry.
 */
export function isSameAt(path: string, one: Leaves, other: Leaves): boolean {
  const [left, right] = [one.get(path), other.get(path)];
  const leaf = left ?? right;
  if (leaf === undefined) return true;
  const entry = entryOf(leaf);
  const isEither = left === undefined || right === undefined;
  if (isEither && !(leaf.definition?.kind === "set" && entry !== undefined && one.has(entry) && other.has(entry)))
    return false;
  if (leaf.definition?.kind !== "set") return isDeepStrictEqual(left?.value, right?.value);
  return sameSet(leaf.definition, left?.value, right?.value);
}

/** The paths at which two states differ: those of the first one, then what only the second one has. */
export const differences = (one: Leaves, other: Leaves): readonly string[] =>
  one === other ? [] : [...new Set([...one.keys(), ...other.keys()])].filter((path) => !isSameAt(path, one, other));

import { propertyName } from "./field";
import { isDeepStrictEqual } from "node:util";
import type { Field, Fields } from "./field";
import { remembered } from "./group-by";
import { define, isObject, own, values } from "./json";
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

/** A place that is made once, however many configurations have it. */
export interface Place extends Leaf {
  /** See `pathOf`. */
  readonly path: string;
  /** The path of the analyzer, policy or notifications that it belongs to; absent for a setting at the top. */
  readonly entry?: string;
  /** Absent for what this version does not know: such a value is compared whole, and goes back as it came. */
  readonly definition?: Field;
}

/** A leaf as one state of a configuration holds it. */
export interface HeldLeaf {
  readonly place: Place;
  /** `true` for the fact that an entry or a collection exists. */
  readonly value: unknown;
  /**
   * The leaf is such a fact: of an analyzer, a policy, the notifications, or of all analyzers or policies. A collection
   * is the same as none, so it is never a difference by itself.
   */
  readonly exists?: "entry" | "collection" | undefined;
}

/** The settings of a configuration as flat leaves, by their paths. */
export type Leaves = ReadonlyMap<string, HeldLeaf>;

/**
 * The text of a leaf, of which no other one has the same: `comment`, `analyzers["xss"].blocking`, `code_policies["<id>"]`.
 * A name of the service that is not made of words is quoted: `["a.b"]`.
 */
export function pathOf({ setting, key, field, nth }: Leaf): string {
  const top = /^[\w ]+$/.test(setting) ? setting : `[${JSON.stringify(setting)}]`;
  const entry = key === undefined ? top : `${top}[${JSON.stringify(key)}]`;
  const named = field === undefined ? entry : `${entry}.${field}`;
  return nth === undefined ? named : `${named} (${String(nth)})`;
}

/** The path of a leaf as TypeScript has it: `analyzers["xss"].riskLevel`. */
export function codePathOf(path: string): string {
  const { setting, field, ...rest } = leafAt(path);
  const own = field === undefined ? {} : { field: propertyName(field) };
  return pathOf({ ...rest, ...own, setting: propertyName(setting) });
}

const pathForm = /^(\w+)(?:\[("(?:[^"\\]|\\.)*")\])?(?:\.(.+?))?(?: \((\d+)\))?$/s;

const settingForm = /^\[("(?:[^"\\]|\\.)*")\]$/s;

const parsed = new Map<string, Leaf>();

/** The leaf of a text: the inverse of `pathOf`. What is none of the known settings is a setting by itself. */
export const leafAt = (path: string): Leaf => kept(parsed, path, parse);

function parse(path: string): Leaf {
  const [, name] = settingForm.exec(path) ?? [];
  if (name !== undefined) return { setting: String(JSON.parse(name)) };
  const [, setting = path, quoted, field, nth] = pathForm.exec(path) ?? [];
  const kind = definitionOf({ setting })?.kind;
  const isEntry = quoted === undefined ? kind === "object" : kind === "map" || kind === "keyed";
  if (!isEntry) return { setting: path };
  return {
    setting,
    ...(quoted === undefined ? {} : { key: String(JSON.parse(quoted)) }),
    ...(field === undefined ? {} : { field }),
    ...(nth === undefined ? {} : { nth: Number(nth) }),
  };
}

/** The definition of a setting, or of a field inside an entry. */
export function definitionOf({ setting, field }: Leaf): Field | undefined {
  const definition = own(settingsFields, setting) as Field | undefined;
  return field === undefined ? definition : (own(fieldsOf(definition), field) as Field | undefined);
}

/** The fields of a setting, or of each of its entries. */
export function fieldsOf(definition: Field | undefined): Fields {
  if (definition?.kind === "map" || definition?.kind === "keyed") return definition.entry;
  return definition?.kind === "object" ? definition.fields : {};
}

/** An entry, and the places in it by their names. */
interface Entry {
  readonly place: Place;
  readonly fields: Map<string, Place>;
}

const settingPlaces = new Map<string, Place>();
const entriesOfSettings = new Map<string, Map<string | undefined, Entry>>();

/** The number of places in a table. */
const mostKept = 50_000;

/** A full table is emptied: a process that runs for long meets more and more names. */
function kept<K, T>(table: Map<K, T>, key: K, make: (key: K) => T): T {
  if (table.size >= mostKept) table.clear();
  return remembered(table, key, make);
}

const settingAt = (setting: string): Place =>
  kept(settingPlaces, setting, () => ({
    setting,
    path: pathOf({ setting }),
    definition: definitionOf({ setting }),
  }));

/** @param key absent for the notifications */
function entryAt(setting: string, key?: string): Entry {
  const entries = kept(entriesOfSettings, setting, () => new Map<string | undefined, Entry>());
  return kept(entries, key, () => {
    const path = pathOf({ setting, key });
    return { place: { setting, key, path, entry: path }, fields: new Map() };
  });
}

const fieldAt = ({ place: { setting, key, path: entry }, fields }: Entry, field: string): Place =>
  kept(fields, field, () => ({
    ...{ setting, key, field, path: `${entry}.${field}`, entry },
    definition: definitionOf({ setting, field }),
  }));

/**
 * The leaves of settings, in the order in which the settings have them. That an entry or a collection exists is a leaf
 * by itself, so one without leaves is not lost.
 */
export function leavesOf(settings: Settings): Leaves {
  const leaves = new Map<string, HeldLeaf>();
  const add = (place: Place, value: unknown, exists?: HeldLeaf["exists"]): void => {
    leaves.set(place.path, { place, value, exists });
  };
  const addEntry = (entry: Entry, value: unknown, omitted?: string): void => {
    add(entry.place, true, "entry");
    for (const [field, each] of Object.entries(values(value)))
      if (field !== omitted && each !== undefined) add(fieldAt(entry, field), each);
  };
  for (const [setting, value] of Object.entries<unknown>(settings)) {
    const place = settingAt(setting);
    const kind = place.definition?.kind;
    if (kind === "map" && isObject(value)) {
      add(place, true, "collection");
      for (const [key, each] of Object.entries(value)) {
        const entry = entryAt(setting, key);
        if (isObject(each)) addEntry(entry, each);
        else if (each !== undefined) add(entry.place, each); // of another kind than an entry
      }
    } else if (kind === "keyed" && Array.isArray(value) && value.every(isEntry)) {
      add(place, true, "collection");
      const count = new Map<string, number>();
      for (const each of value as readonly unknown[]) {
        const key = String(values(each)["id"]);
        const nth = (count.get(key) ?? 0) + 1;
        count.set(key, nth);
        const entry = entryAt(setting, key);
        if (nth === 1) addEntry(entry, each, "id");
        else add({ ...entry.place, nth, path: pathOf({ setting, key, nth }) }, each);
      }
    } else if (kind === "object" && isObject(value)) addEntry(entryAt(setting), value);
    else if (value !== undefined) add(place, value);
  }
  return leaves;
}

const isEntry = (value: unknown): boolean => typeof values(value)["id"] === "string";

/** The settings that have these leaves: the inverse of `leavesOf`. */
export function settingsOf(leaves: Leaves): Settings {
  const settings: Record<string, unknown> = {};
  const lists = new Map<string, unknown[]>();
  const entries = new Map<string, Record<string, unknown>>();
  const listAt = (setting: string): unknown[] => {
    const list = lists.get(setting) ?? [];
    lists.set(setting, list);
    settings[setting] = list;
    return list;
  };
  const maps = new Map<string, Record<string, unknown>>();
  const mapAt = (setting: string): Record<string, unknown> => {
    const map = maps.get(setting) ?? {};
    maps.set(setting, map);
    settings[setting] = map;
    return map;
  };
  const madeAt = (path: string, { setting, key }: Leaf): Record<string, unknown> => {
    const known = entries.get(path);
    if (known !== undefined) return known;
    const isListed = key !== undefined && isList(setting);
    const entry: Record<string, unknown> = isListed ? { id: key } : {};
    entries.set(path, entry);
    if (isListed) listAt(setting).push(entry);
    else if (key === undefined) define(settings, setting, entry);
    else define(mapAt(setting), key, entry);
    return entry;
  };
  for (const { place, value, exists } of leaves.values()) {
    const { setting, key, field, nth, entry } = place;
    if (exists === "collection") (isList(setting) ? listAt : mapAt)(setting);
    else if (entry === undefined) define(settings, setting, value);
    else if (nth !== undefined) listAt(setting).push(value);
    else if (key !== undefined && field === undefined && exists === undefined) define(mapAt(setting), key, value);
    else if (field === undefined) madeAt(entry, place);
    else define(madeAt(entry, place), field, value);
  }
  return settings;
}

const isList = (setting: string): boolean => definitionOf({ setting })?.kind === "keyed";

/** The leaves of a state, and at these paths those of another one. What an entry had goes with it. */
export function withThese(state: Leaves, paths: Iterable<string>, other: Leaves): Leaves {
  const result = new Map(state);
  for (const path of paths) {
    const leaf = other.get(path);
    if (leaf === undefined) result.delete(path);
    else result.set(path, leaf);
  }
  for (const { place } of result.values())
    if (place.entry !== undefined && !result.has(place.entry)) result.delete(place.path);
  return result;
}

/**
 * Whether two states hold the same at a path: the one equality of values. Null is not set. The order of a list counts
 * only where a pattern may turn the others around. A list that is not set is an empty one where both states have its
 * entry.
 */
export const isSameAt = (path: string, one: Leaves, other: Leaves): boolean =>
  isSame(one.get(path), other.get(path), one, other);

function isSame(left: HeldLeaf | undefined, right: HeldLeaf | undefined, one: Leaves, other: Leaves): boolean {
  const leaf = left ?? right;
  if (left === right || leaf === undefined || leaf.exists === "collection") return true;
  const [has, had] = [left?.value ?? undefined, right?.value ?? undefined];
  const { entry, definition } = leaf.place;
  if (definition?.kind !== "set") return has === had || (typeof has === "object" && isDeepStrictEqual(has, had));
  const isListed = left !== undefined && right !== undefined;
  return (isListed || (entry !== undefined && one.has(entry) && other.has(entry))) && sameSet(definition, has, had);
}

/** The paths at which two states differ: those of the first one, then what only the second one has. */
export function differences(one: Leaves, other: Leaves): readonly string[] {
  if (one === other) return [];
  const found: string[] = [];
  for (const [path, leaf] of one) if (!isSame(leaf, other.get(path), one, other)) found.push(path);
  for (const [path, leaf] of other) if (!one.has(path) && !isSame(undefined, leaf, one, other)) found.push(path);
  return found;
}

/** The value at a path; of an entry all that it has. */
export function valueAt(path: string, leaves: Leaves): unknown {
  const leaf = leaves.get(path);
  if (leaf?.exists !== "entry") return leaf?.value;
  const fields: Record<string, unknown> = {};
  for (const { place, value } of leaves.values())
    if (place.field !== undefined && place.entry === path) define(fields, place.field, value);
  return fields;
}

/** One leaf is the other, or a part of it: a policy that comes or goes is one leaf, and its fields are others. */
export const overlap = (one: Leaf, other: Leaf): boolean =>
  one.setting === other.setting && (isWhole(one) || isWhole(other) || (one.key === other.key && isWithin(one, other)));

/** A setting at the top, of which the others are parts. */
const isWhole = ({ key, field }: Leaf): boolean => key === undefined && field === undefined;

const isWithin = (one: Leaf, other: Leaf): boolean =>
  (one.nth ?? 1) === (other.nth ?? 1) &&
  (one.field === undefined || other.field === undefined || one.field === other.field);

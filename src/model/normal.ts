import type { Field, Fields } from "./field";
import { isObject } from "./json";

/** Whether a value carries the service's names or ours. */
export type Names = "wire" | "ours";

/** Gives a value in normal form: the value itself, where it is that already. */
type Normalizer = (value: unknown) => unknown;
type ObjectNormalizer = (value: unknown) => Readonly<Record<string, unknown>>;

const known: Readonly<Record<Names, WeakMap<Fields, ObjectNormalizer>>> = { wire: new WeakMap(), ours: new WeakMap() };

/** See `normalize`. Worked out once for all values of the same fields. */
export function normalizer(fields: Fields, names: Names): ObjectNormalizer {
  const found = known[names].get(fields) ?? ofObject(fields, names);
  known[names].set(fields, found);
  return found;
}

/** Sets a key as plain data, whatever its name: a slug may be `__proto__`. */
export function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value; // any other name is plain data by itself, and this is many times faster
}

/** The members of a set, each once; the list itself, where none is repeated. */
export function unique(items: readonly unknown[]): readonly unknown[] {
  if (items.length < 2) return items;
  const members = new Set(items);
  return members.size < items.length ? [...members] : items;
}

interface Part {
  /** What it is called by us. */
  readonly name: string;
  /** Absent where any value is in normal form. */
  readonly inner: Normalizer | undefined;
}

function ofObject(fields: Fields, names: Names): ObjectNormalizer {
  const parts = new Map(
    Object.entries(fields).map(([name, field]): [string, Part] => [
      names === "wire" ? (field.wire ?? name) : name,
      { name, inner: ofField(field, names) },
    ]),
  );

  return (value) => {
    if (!isObject(value)) return {};
    let same = true;
    let others: Map<string, unknown> | undefined;
    // what is there is walked, since most fields are absent from most objects
    for (const key in value) {
      const part = parts.get(key);
      const given = value[key];
      if (part === undefined || given === undefined || given === null) {
        same &&= part === undefined && !Object.hasOwn(fields, key);
        continue;
      }
      same &&= part.name === key;
      const normal = part.inner === undefined ? given : part.inner(given);
      if (normal === given) continue;
      same = false;
      others = (others ?? new Map<string, unknown>()).set(key, normal);
    }
    if (same) return value;
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const part = parts.get(key);
      const given = value[key];
      if (part === undefined) {
        if (!Object.hasOwn(fields, key)) define(result, key, given);
      } else if (given !== null && given !== undefined) define(result, part.name, others?.get(key) ?? given);
    }
    return result;
  };
}

/** For values of one field that are neither null nor absent. */
function ofField(field: Field, names: Names): Normalizer | undefined {
  switch (field.kind) {
    case "set":
      return (value) => (Array.isArray(value) ? unique(value) : value);
    case "map":
      return ofMap(normalizer(field.entry, names));
    case "keyed":
      return ofList(normalizer(field.entry, names));
    case "object":
      return normalizer(field.fields, names);
    case "list": {
      const item = ofField(field.item, names);
      return item === undefined ? undefined : ofList(item);
    }
    case "text-or-object": {
      const inner = normalizer(field.fields, names);
      return (value) => (isObject(value) ? inner(value) : value);
    }
    case "boolean":
    case "integer":
    case "number":
    case "string":
    case "enum":
    case "json":
      return undefined;
    default:
      return field satisfies never;
  }
}

/** Entries that are null are dropped. */
const ofMap =
  (entry: ObjectNormalizer): Normalizer =>
  (value) => {
    const entries = isObject(value) ? value : {};
    const keys = Object.keys(entries);
    if (isObject(value) && keys.every((key) => entries[key] !== null && entry(entries[key]) === entries[key]))
      return value;
    const result: Record<string, unknown> = {};
    for (const key of keys) if (entries[key] !== null) define(result, key, entry(entries[key]));
    return result;
  };

const ofList =
  (item: Normalizer): Normalizer =>
  (value) => {
    if (!Array.isArray(value)) return value;
    const items: readonly unknown[] = value;
    let result: unknown[] | undefined;
    for (const [at, each] of items.entries()) {
      const normal = item(each);
      if (result === undefined && normal !== each) result = items.slice(0, at);
      result?.push(normal);
    }
    return result ?? items;
  };

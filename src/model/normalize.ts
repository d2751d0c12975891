import type { Field, Fields } from "./field";
import { isObject } from "./json";
import { isNormal, type Names } from "./normal";
import { type Settings, settingsFields } from "./settings";

/**
 * Turns values of the given fields into the one form that the rest of scanform knows: our names,
 * null dropped, sets without repetition. Fields that are not ours are kept as they came, unless
 * their name is one that we give to another: it would stand where a checked value is expected.
 *
 * An object that is in normal form already is given back itself, and so is one inside another.
 *
 * @param names whether the value carries the service's names or ours
 */
export function normalize(fields: Fields, value: unknown, names: Names): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return {};
  if (isNormal(fields, names)(value)) return value;
  const ours = knownKeys(fields, names);
  const result: Record<string, unknown> = {};
  for (const [key, given] of Object.entries(value)) {
    const known = ours.get(key);
    if (known === undefined) {
      if (!Object.hasOwn(fields, key)) define(result, key, given);
    } else if (given !== null && given !== undefined)
      define(result, known.name, normalizeValue(known.field, given, names));
  }
  return result;
}

type Known = ReadonlyMap<string, { readonly name: string; readonly field: Field }>;

const keysOf: Readonly<Record<Names, WeakMap<Fields, Known>>> = { wire: new WeakMap(), ours: new WeakMap() };

/** Each field with our name, by the name that a value carries; worked out once for all values. */
function knownKeys(fields: Fields, names: Names): Known {
  const known =
    keysOf[names].get(fields) ??
    new Map(
      Object.entries(fields).map(([name, field]) => [names === "wire" ? (field.wire ?? name) : name, { name, field }]),
    );
  keysOf[names].set(fields, known);
  return known;
}

/** Sets a key as plain data, whatever its name: a slug may be `__proto__`. */
export function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value; // the only name that is not plain data by itself; this way is many times faster
}

function normalizeValue(field: Field, value: unknown, names: Names): unknown {
  switch (field.kind) {
    case "set":
      return Array.isArray(value) ? [...new Set<unknown>(value)] : value;
    case "map": {
      const entries: Record<string, unknown> = {};
      for (const [slug, entry] of Object.entries(isObject(value) ? value : {}))
        if (entry !== null) define(entries, slug, normalize(field.entry, entry, names));
      return entries;
    }
    case "keyed":
      return Array.isArray(value) ? value.map((entry) => normalize(field.entry, entry, names)) : value;
    case "object":
      return normalize(field.fields, value, names);
    case "list":
      return Array.isArray(value) ? value.map((item: unknown) => normalizeValue(field.item, item, names)) : value;
    case "text-or-object":
      return isObject(value) ? normalize(field.fields, value, names) : value;
    case "boolean":
    case "integer":
    case "number":
    case "string":
    case "enum":
    case "json":
      return value;
    default:
      return field satisfies never;
  }
}

/** Settings that a schema has let through, in normal form. */
export const normalizeSettings = (value: unknown, names: Names): Settings =>
  normalize(settingsFields, value, names);

/** The inverse of `normalize(…, "wire")`: our names back to the service's. */
export function toWire(fields: Fields, value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (given === undefined) continue;
    define(result, field?.wire ?? name, field === undefined ? given : valueToWire(field, given));
  }
  return result;
}

function valueToWire(field: Field, value: unknown): unknown {
  if (field.kind === "object" && isObject(value)) return toWire(field.fields, value);
  if (field.kind === "keyed" && Array.isArray(value))
    return value.map((entry: unknown) => (isObject(entry) ? toWire(field.entry, entry) : entry));
  if (field.kind === "map" && isObject(value)) {
    const entries: Record<string, unknown> = {};
    for (const [slug, entry] of Object.entries(value))
      define(entries, slug, isObject(entry) ? toWire(field.entry, entry) : entry);
    return entries;
  }
  return value;
}

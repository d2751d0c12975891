import type { Field, Fields } from "./field";
import { isObject } from "./json";
import { define, type Names, normalizer } from "./normal";
import { type Settings, settingsFields } from "./settings";

export { define } from "./normal";

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
  return normalizer(fields, names)(value);
}

/** Settings that a schema has let through, in normal form. */
export const normalizeSettings = (value: unknown, names: Names): Settings => normalize(settingsFields, value, names);

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

import { createHash } from "node:crypto";
import type { Field, Fields } from "./field";
import { isObject, texts } from "./json";
import { isOrdered, mayTurn } from "./same-set";

/**
 * Canonical text: equal for two values exactly when they have the same meaning. Keys and keyed lists are sorted, and so
 * are sets whose order does not count. For grouping and fingerprints.
 */
export const canonical = (fields: Fields, values: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(sorted(values, { kind: "object", description: "", fields }));

/** A fingerprint: SHA-256 of a text, in hexadecimal. */
export const fingerprint = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Writes objects as lists of pairs, so that keys are sorted and no key is special, and lists of an
 * unknown shape as objects, so that they are not mistaken for those.
 */
function sorted(value: unknown, field: Field | undefined): unknown {
  if (Array.isArray(value)) {
    if (field?.kind === "set") return isOrdered(field, texts(value)) ? value : [...new Set<unknown>(value)].sort();
    if (field?.kind !== "keyed") return { list: value.map((item) => sorted(item, undefined)) };
    const entry: Field = { kind: "object", description: "", fields: field.entry };
    return value
      .map((item: unknown) => sorted(item, entry))
      .sort((left, right) => compareText(idOf(left), idOf(right)));
  }
  if (!isObject(value)) return value;
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([left], [right]) => compareText(left, right))
    .map(([key, each]) => [key, sorted(each, fieldOf(field, key))]);
}

function fieldOf(field: Field | undefined, key: string): Field | undefined {
  if (field?.kind === "object") return Object.hasOwn(field.fields, key) ? field.fields[key] : undefined;
  if (field?.kind === "map") return { kind: "object", description: "", fields: field.entry };
  return undefined;
}

/** The id among the pairs that an entry of a keyed list is written as. */
const idOf = (pairs: unknown): string => {
  const found: unknown = Array.isArray(pairs)
    ? pairs.find((pair) => Array.isArray(pair) && pair[0] === "id")
    : undefined;
  return Array.isArray(found) ? String(found[1]) : "";
};

/** Order by code unit: the same on every machine, whatever its language. */
export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/**
 * JSON that is equal for equal contents: keys are sorted, and so are the items of every list but those with a pattern
 * that may turn the others around; what is undefined is left out. Only for values in which no other order matters.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) {
    const items = value.map(canonicalJson);
    return `[${(texts(value).some(mayTurn) ? items : items.sort()).join(",")}]`;
  }
  const entries: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const each = (value as Readonly<Record<string, unknown>>)[key];
    if (each !== undefined) entries.push(`${JSON.stringify(key)}:${canonicalJson(each)}`);
  }
  return `{${entries.join(",")}}`;
}

import { createHash } from "node:crypto";
import type { Field, Fields } from "./field";
import { texts, values } from "./json";
import { isOrdered, mayTurn } from "./same-set";

/**
 * Canonical text: equal for two values exactly when they have the same meaning. Keys and keyed lists are sorted, and so
 * are sets whose order does not count. For grouping and fingerprints.
 */
export const canonical = (fields: Fields, values: Readonly<Record<string, unknown>>): string =>
  canonicalText(values, { kind: "object", description: "", fields });

/**
 * JSON that is equal for equal contents: keys are sorted, and so are the items of every list but those with a pattern
 * that may turn the others around; what is undefined is left out. Only for values in which no other order matters.
 */
export const canonicalJson = (value: unknown): string => canonicalText(value, anyOrder);

/** Instead of a field: no list has an order, unless a pattern gives it one. */
const anyOrder = "any order";

/** @param field undefined for what is of an unknown shape: the order of its lists counts */
function canonicalText(value: unknown, field: Field | typeof anyOrder | undefined): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${itemTexts(value, field).join(",")}]`;
  const entries: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const each = (value as Readonly<Record<string, unknown>>)[key];
    if (each !== undefined) entries.push(`${JSON.stringify(key)}:${canonicalText(each, fieldOf(field, key))}`);
  }
  return `{${entries.join(",")}}`;
}

function itemTexts(items: readonly unknown[], field: Field | typeof anyOrder | undefined): readonly string[] {
  if (field === anyOrder) {
    const all = items.map((each) => canonicalText(each, anyOrder));
    return texts(items).some(mayTurn) ? all : all.sort();
  }
  if (field?.kind === "set") {
    const all = items.map((each) => canonicalText(each, undefined));
    return isOrdered(field, texts(items)) ? all : [...new Set(all)].sort();
  }
  if (field?.kind !== "keyed") return items.map((each) => canonicalText(each, undefined));
  const entry: Field = { kind: "object", description: "", fields: field.entry };
  return items
    .toSorted((left, right) => compareText(String(values(left)["id"]), String(values(right)["id"])))
    .map((each) => canonicalText(each, entry));
}

function fieldOf(field: Field | typeof anyOrder | undefined, key: string): Field | typeof anyOrder | undefined {
  if (field === anyOrder) return anyOrder;
  if (field?.kind === "object") return Object.hasOwn(field.fields, key) ? field.fields[key] : undefined;
  if (field?.kind === "map") return { kind: "object", description: "", fields: field.entry };
  return undefined;
}

/** A fingerprint: SHA-256 of a text, in hexadecimal. */
export const fingerprint = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Order by code unit: the same on every machine, whatever its language. */
export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

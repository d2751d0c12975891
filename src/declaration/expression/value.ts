import { any, bool, number, string, type Type } from "./type";
import { define, isObject } from "../../model/json";
import { normalForm } from "../../model/normal-form";
import { refuse } from "../refusals";

/** A value that only the service knows: the id of a `scanform_configuration` that is declared here. */
export class IdOf {
  constructor(
    readonly stack: string,
    readonly name: string,
  ) {}
}

/**
 * A value with Terraform's type, by which functions tell a list from a set or a tuple. Text is in NFC, as Terraform has
 * it.
 */
export type Value =
  | { readonly kind: "string"; readonly value: string }
  /**
   * An id that is known later: of a configuration that is declared here, or the placeholder of one that is looked up.
   */
  | { readonly kind: "later"; readonly value: IdOf | string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "null"; readonly type: Type }
  /** Part of a document that could not be evaluated. Placeholder that triggers no second error. */
  | { readonly kind: "refused" }
  | Sequence
  | Mapping;

/** Items of a set are in the order in which Terraform lists them. */
export type Sequence =
  | { readonly kind: "list" | "set"; readonly element: Type; readonly items: readonly Value[] }
  | { readonly kind: "tuple"; readonly items: readonly Value[] };

export type Mapping =
  | { readonly kind: "map"; readonly element: Type; readonly entries: ReadonlyMap<string, Value> }
  | { readonly kind: "object"; readonly entries: ReadonlyMap<string, Value> };

export const text = (value: string): Value => ({ kind: "string", value: normal(value) });
/** Text as Terraform holds it: in NFC, and U+FFFD for half a surrogate pair. */
const normal = (text: string): string => normalForm(text.replace(/\p{Cs}/gu, "\ufffd"));

export const numeric = (value: number): Value => ({ kind: "number", value });
export const flag = (value: boolean): Value => ({ kind: "bool", value });
export const nothing: Value = { kind: "null", type: any };
export const refused: Value = { kind: "refused" };

export const isSequence = (value: Value): value is Sequence =>
  value.kind === "list" || value.kind === "set" || value.kind === "tuple";
export const isMapping = (value: Value): value is Mapping => value.kind === "map" || value.kind === "object";

export function typeOf(value: Value): Type {
  switch (value.kind) {
    case "string":
    case "later":
      return string;
    case "number":
      return number;
    case "bool":
      return bool;
    case "null":
      return value.type;
    case "refused":
      return any;
    case "list":
    case "set":
    case "map":
      return { kind: value.kind, element: value.element };
    case "tuple":
      return { kind: "tuple", items: value.items.map(typeOf) };
    default:
      return { kind: "object", attributes: new Map([...value.entries].map(([key, each]) => [key, typeOf(each)])) };
  }
}

/** The entries in the order of the code points of their keys, which is Terraform's. */
export const sortedEntries = ({ entries }: Mapping): readonly (readonly [string, Value])[] =>
  [...entries].sort(([a], [b]) => byCodePoint(a, b));

/** Compares texts as Go does: by their bytes in UTF-8, which is by code points. */
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * A text that two values share exactly when Terraform finds them equal.
 *
 * @throws CannotEvaluate for what is known later
 */
export function identity(value: Value): string {
  switch (value.kind) {
    case "later":
      return refuse("compares an id that is known only later.");
    case "null":
    case "refused":
      return value.kind;
    case "string":
    case "number":
    case "bool":
      return JSON.stringify(value.value);
    default:
      return `${value.kind}[${partsOf(value).join(",")}]`;
  }
}

const partsOf = (value: Sequence | Mapping): readonly string[] =>
  isSequence(value)
    ? value.items.map(identity)
    : sortedEntries(value).flatMap(([key, each]) => [JSON.stringify(key), identity(each)]);

/** One of each of equal values, where the first was. */
export function unique(items: readonly Value[]): readonly Value[] {
  if (items.length < 2) return items;
  return [...new Map(items.map((item) => [identity(item), item])).values()];
}

/** The items of a set, in the order in which Terraform lists them. */
export function setItems(items: readonly Value[]): readonly Value[] {
  return unique(items).toSorted((a, b) => {
    if (a.kind === "string" && b.kind === "string") return byCodePoint(a.value, b.value);
    if (a.kind === "number" && b.kind === "number") return a.value - b.value;
    if (a.kind === "bool" && b.kind === "bool") return Number(a.value) - Number(b.value);
    return refuse("has a set of something other than strings, numbers or booleans, whose order only terraform knows.");
  });
}

/** The number of values in a value, and of characters in its texts; counted up to `most`. */
export function sizeOf(value: Value, most: number): number {
  if (value.kind === "string") return 1 + value.value.length;
  const inside = isSequence(value) ? value.items : isMapping(value) ? value.entries.values() : [];
  let size = 1;
  for (const each of inside) {
    if (size > most) return size;
    size += sizeOf(each, most - size);
  }
  return size;
}

/** JSON of collections, so that what is referred to twice is made once. */
const made = new WeakMap<Value, unknown>();

/** A value as JSON. What could not be evaluated is undefined. */
export function toPlain(value: Value): unknown {
  if (value.kind === "null") return null;
  if (value.kind === "refused") return undefined;
  if ("value" in value) return value.value;
  const known = made.get(value);
  if (known !== undefined) return known;
  const plain = isSequence(value) ? value.items.map(toPlain) : objectOf(value);
  made.set(value, plain);
  return plain;
}

function objectOf(value: Mapping): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  for (const [key, each] of value.kind === "map" ? sortedEntries(value) : value.entries)
    define(result, key, toPlain(each));
  return result;
}

/**
 * A value of JSON as Terraform reads it: lists are tuples, and objects have attributes.
 *
 * @throws CannotEvaluate for a number that a double does not hold
 */
export function fromPlain(value: unknown): Value {
  if (typeof value === "string") return text(value);
  if (typeof value === "number") return numeric(checkNumber(value));
  if (typeof value === "boolean") return flag(value);
  if (Array.isArray(value)) return { kind: "tuple", items: value.map(fromPlain) };
  if (!isObject(value)) return nothing;
  return {
    kind: "object",
    entries: new Map(Object.entries(value).map(([key, each]) => [normal(key), fromPlain(each)])),
  };
}

/** Numbers are evaluated only where a double holds them exactly, and Terraform writes them as JavaScript does. */
const inexact = "has a number with more digits than the CLI counts with.";

/** The first number that JavaScript writes with an exponent, and the last. */
const [largest, smallest] = [1e21, 1e-6];
const mostDigits = 15;

/** @param text a decimal number, perhaps with an exponent */
export function parseNumber(text: string): number {
  const value = Number(text);
  const [mantissa = ""] = text.split(/e/i);
  const digits = significant(mantissa);
  const isKept = digits.length <= mostDigits || (/^-?\d+$/.test(text) && Number.isSafeInteger(value));
  if (!isKept || (value === 0 && digits !== "")) refuse(inexact);
  return checkNumber(value);
}

/** A number of a JSON document, whose text is gone. */
const checkNumber = (value: number): number => (isExact(value) ? value : refuse(inexact));

/** Whether Terraform writes a number as JavaScript does. */
function isExact(value: number): boolean {
  const size = Math.abs(value);
  const isUsual = value === 0 ? !Object.is(value, -0) : size >= smallest && size < largest;
  return isUsual && (Number.isSafeInteger(value) || significant(String(value)).length <= mostDigits);
}

/** The digits of a number that is written without an exponent. */
const significant = (text: string): string => text.replace(/[-.]/g, "").replace(/^0+|0+$/g, "");

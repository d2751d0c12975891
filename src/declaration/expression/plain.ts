import { define } from "../../model/define";
import { isObject } from "../../model/json";
import { IdOf, flag, isSequence, normal, nothing, numeric, sortedEntries, text, type Value } from "./value";
import { cannot } from "./cannot-evaluate";
import { checkNumber } from "./number";

/** Plain values of collections that have been asked for, so that what is referred to twice is made once. */
const made = new WeakMap<Value, unknown>();

/** A value as it stands in JSON. */
export function toPlain(value: Value): unknown {
  if (value.kind === "null") return null;
  if ("value" in value) return value.value;
  const known = made.get(value);
  if (known !== undefined) return known;
  const plain = isSequence(value) ? value.items.map(toPlain) : objectOf(value);
  made.set(value, plain);
  return plain;
}

function objectOf(value: Extract<Value, { entries: unknown }>): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  for (const [key, each] of value.kind === "map" ? sortedEntries(value) : value.entries)
    define(result, key, toPlain(each));
  return result;
}

/**
 * A value of JSON as Terraform reads it: lists are tuples, and objects have attributes.
 *
 * @param isPlaceholder whether a text stands for an id that is looked up
 * @throws CannotEvaluate for what has been reported, or cannot be handed to a function
 */
export function fromPlain(value: unknown, isPlaceholder: (text: string) => boolean): Value {
  if (value === null) return nothing;
  if (typeof value === "string") return isPlaceholder(value) ? { kind: "later", value } : text(value);
  if (typeof value === "number") return numeric(checkNumber(value));
  if (typeof value === "boolean") return flag(value);
  if (value instanceof IdOf) return { kind: "later", value };
  if (Array.isArray(value))
    return { kind: "tuple", items: value.map((each: unknown) => fromPlain(each, isPlaceholder)) };
  if (!isObject(value)) return cannot(); // undefined: it has been reported
  const entries = new Map<string, Value>();
  for (const [key, each] of Object.entries(value)) {
    if (isPlaceholder(key)) return cannot("has a key that is looked up, which is known only after that.");
    entries.set(normal(key), fromPlain(each, isPlaceholder));
  }
  return { kind: "object", entries };
}

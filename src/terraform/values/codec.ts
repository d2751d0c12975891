import { Decoder, Encoder, ExtensionCodec } from "@msgpack/msgpack";
import type { Attributes, AttributeType } from "../schema/schema";
import { keyOf, readJson, safeKeys } from "./json";
import { BigNumber, type ObjectValue, Unknown, type Value } from "../value";
import { type Visit, walkOfObject, walkOfType } from "./walk";

/** All throw a TypeMismatchError where a value is not of its type. */

const extensionCodec = new ExtensionCodec();
extensionCodec.register({
  type: 0,
  encode: (value) => (isPlainUnknown(value) ? Uint8Array.of(0) : null),
  decode: () => new Unknown(),
});
extensionCodec.register({
  type: 12, // with its refinements
  encode: (value) => (value instanceof Unknown ? (value.refinements ?? null) : null),
  decode: (refinements) => new Unknown(Uint8Array.from(refinements)),
});

const isPlainUnknown = (value: unknown): boolean => value instanceof Unknown && value.refinements === undefined;

const decoder = new Decoder({ extensionCodec, useBigInt64: true, keyDecoder: safeKeys });
const encoder = new Encoder({ extensionCodec, useBigInt64: true });

export function decodeObject(attributes: Attributes, bytes: Uint8Array): ObjectValue | null {
  const raw = decoder.decode(bytes);
  return raw === null ? null : objectFrom(attributes, raw);
}

export const encodeObject = (attributes: Attributes, value: ObjectValue | null): Uint8Array =>
  encoder.encode(value === null ? null : walkOfObject(attributes, writing)(value, []));

export const decodeValue = (type: AttributeType, bytes: Uint8Array): Value =>
  walkOfType(type, reading)(decoder.decode(bytes), []) as Value;

export const encodeValue = (type: AttributeType, value: Value): Uint8Array =>
  encoder.encode(walkOfType(type, writing)(value, []));

const decimal = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** A double where it prints these very digits, otherwise the digits; undefined where the text is no decimal. */
function numberOfText(text: string): number | BigNumber | undefined {
  if (!decimal.test(text)) return undefined;
  const double = Number(text);
  const isExact = String(double) === text && (Number.isSafeInteger(double) || !Number.isInteger(double));
  return isExact ? double : new BigNumber(text);
}

const reading: Visit = {
  string: (given) => given,
  number: (given) => {
    if (given instanceof BigNumber) return numberOfText(given.text);
    if (typeof given === "number") return Number.isNaN(given) ? undefined : given + 0; // -0 is 0
    return typeof given === "bigint" || typeof given === "string" ? numberOfText(String(given)) : undefined;
  },
  key: keyOf,
  strangers: "dropped",
  known: new WeakMap(),
};

/**
 * The value of a schema's object that was read from MessagePack or JSON without its type, keys in the form of `safeKey`.
 * Attributes that are absent are null, and those that the schema does not have are dropped.
 * @throws TypeMismatchError
 */
const objectFrom = (attributes: Attributes, raw: unknown): ObjectValue =>
  walkOfObject(attributes, reading)(raw, []) as ObjectValue;

/**
 * An object from the JSON of a state file. Attributes that the schema does not have are dropped.
 *
 * @throws SyntaxError for text that is not JSON, TypeMismatchError for an object that does not fit the schema
 */
export const objectOfState = (attributes: Attributes, json: Uint8Array): ObjectValue =>
  objectFrom(attributes, readJson(new TextDecoder().decode(json)));

const wellFormed = (text: string): string =>
  /\p{Surrogate}/u.test(text) ? text.replaceAll(/\p{Surrogate}/gu, "\u{fffd}") : text;

/**
 * Numbers are written as decimal text, whole ones too. Terraform reads text exactly, where 0.1 is no double; and it takes
 * a whole number that came as an integer for another one than that of the state file, so that `-refresh-only` would
 * find a change.
 */
function wireOfNumber(value: unknown): number | string | undefined {
  if (value instanceof BigNumber) return value.text;
  if (typeof value !== "number" || Number.isNaN(value)) return undefined;
  return Number.isFinite(value) ? String(value) : value;
}

const writing: Visit = {
  string: wellFormed,
  number: wireOfNumber,
  key: wellFormed,
  strangers: "refused",
  known: new WeakMap(),
};

import { Decoder, Encoder, ExtensionCodec } from "@msgpack/msgpack";
import type { Attributes, AttributeType } from "../schema/schema";
import { keyOf, readJson, safeKeys } from "./json";
import { BigNumber, type ObjectValue, Unknown, type Value } from "../value";
import { canonical, numberOfDouble, numberOfText } from "./number";
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

/** What a schema describes; null where there is no such object. */
export function decodeObject(attributes: Attributes, bytes: Uint8Array): ObjectValue | null {
  const raw = decoder.decode(bytes);
  return raw === null ? null : objectFrom(attributes, raw);
}

export const encodeObject = (attributes: Attributes, value: ObjectValue | null): Uint8Array =>
  encoder.encode(value === null ? null : wireOfObject(attributes, value));

export const decodeValue = (type: AttributeType, bytes: Uint8Array): Value => valueFrom(type, decoder.decode(bytes));

export const encodeValue = (type: AttributeType, value: Value): Uint8Array => encoder.encode(wireOfValue(type, value));

const reading: Visit = {
  string: (given) => given,
  number: (given) => {
    if (given instanceof BigNumber) return numberOfText(given.text);
    if (typeof given === "number") return numberOfDouble(given);
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
export const objectFrom = (attributes: Attributes, raw: unknown): ObjectValue =>
  walkOfObject(attributes, reading)(raw, []) as ObjectValue;

/** The same for one value. @throws TypeMismatchError */
const valueFrom = (type: AttributeType, raw: unknown): Value => walkOfType(type, reading)(raw, []) as Value;

/**
 * An object from the JSON of a state file. Attributes that only an older schema had are dropped.
 *
 * @throws SyntaxError for text that is not JSON, TypeMismatchError for an object that does not fit the schema
 */
export const objectOfState = (attributes: Attributes, json: Uint8Array): ObjectValue =>
  objectFrom(attributes, readJson(new TextDecoder().decode(json)));

/** Replaces lone surrogates, which UTF-8 cannot encode. */
const wellFormed = (text: string): string =>
  /\p{Surrogate}/u.test(text) ? text.replaceAll(/\p{Surrogate}/gu, "\u{fffd}") : text;

/** An integer where 64 bits hold it, otherwise decimal text, which terraform reads exactly. */
function wireOfNumber(value: unknown): number | bigint | string | undefined {
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return Math.abs(value) < 2 ** 31 ? value : BigInt(value);
    if (Math.abs(value) === Infinity) return value;
  } else if (!(value instanceof BigNumber)) return undefined;
  const text = canonical(typeof value === "number" ? String(value) : value.text);
  if (text === undefined || !/^-?\d{1,20}$/.test(text)) return text;
  const whole = BigInt(text);
  return BigInt.asIntN(64, whole) === whole || BigInt.asUintN(64, whole) === whole ? whole : text;
}

const writing: Visit = {
  string: wellFormed,
  number: wireOfNumber,
  key: wellFormed,
  strangers: "refused",
  known: new WeakMap(),
};

/** The value in the form that MessagePack encodes, with all attributes of the schema. @throws TypeMismatchError */
const wireOfObject = (attributes: Attributes, value: ObjectValue): unknown =>
  walkOfObject(attributes, writing)(value, []);

/** @throws TypeMismatchError */
const wireOfValue = (type: AttributeType, value: Value): unknown => walkOfType(type, writing)(value, []);

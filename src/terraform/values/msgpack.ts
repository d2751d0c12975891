import { Decoder, Encoder, ExtensionCodec } from "@msgpack/msgpack";
import type { Attributes, AttributeType } from "../schema/schema";
import { safeKeys } from "./keys";
import { objectFrom, valueFrom } from "./read";
import { type ObjectValue, Unknown, type Value } from "./value";
import { wireOfObject, wireOfValue } from "./write";

/** All throw a MisfitError where a value is not of its type. */

const extensionCodec = new ExtensionCodec();
extensionCodec.register({
  type: 0,
  encode: (value) => (isPlainUnknown(value) ? Uint8Array.of(0) : null),
  decode: () => new Unknown(),
});
extensionCodec.register({
  type: 12, // with what is known of it all the same
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

import { fail, messageOf } from "../../diagnostics/error";
import type { DynamicValue } from "../protocol/messages/common";
import type { Schema } from "../schema/schema";
import { decodeObject, encodeObject } from "../values/msgpack";
import { objectOfState } from "../values/read";
import type { ObjectValue } from "../values/value";

/** null where there is no such object. @throws ScanformError for bytes that are no object of the schema */
export function objectOf({ block }: Schema, given: DynamicValue | undefined): ObjectValue | null {
  if (given === undefined) return null;
  try {
    if (given.msgpack.length > 0) return decodeObject(block.attributes, given.msgpack);
    return given.json.length > 0 ? objectOfState(block.attributes, given.json) : null;
  } catch (thrown) {
    return fail("request-unreadable", `An object is not of its schema: ${messageOf(thrown)}`, undefined, thrown);
  }
}

/** An object that the protocol guarantees. @throws ScanformError when it is missing */
export function presentObjectOf(schema: Schema, given: DynamicValue | undefined): ObjectValue {
  const object = objectOf(schema, given);
  if (object === null) fail("request-unreadable", "An object is missing.");
  return object;
}

/** @throws MisfitError */
export const dynamicOf = ({ block }: Schema, value: ObjectValue | null): { readonly msgpack: Uint8Array } => ({
  msgpack: encodeObject(block.attributes, value),
});

/** Whether the object is missing or null. */
export const isNull = (given: DynamicValue | undefined): boolean =>
  given === undefined ||
  (given.msgpack.length === 1 && given.msgpack[0] === 0xc0) ||
  (given.msgpack.length === 0 && given.json.length === 0);

/** Whether both hold the same object, compared by bytes. */
export const isSame = (left: DynamicValue | undefined, right: DynamicValue | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  !isNull(left) &&
  left.msgpack.length > 0 &&
  Buffer.compare(left.msgpack, right.msgpack) === 0;

import type { Attributes, AttributeType } from "../schema/schema";
import { readJson } from "./json";
import { keyOf } from "./keys";
import { numberOfDouble, numberOfText } from "./number";
import { BigNumber, type ObjectValue, type Value } from "./value";
import { type Visit, walkOfObject, walkOfType } from "./walk";

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
 * @throws MisfitError
 */
export const objectFrom = (attributes: Attributes, raw: unknown): ObjectValue =>
  walkOfObject(attributes, reading)(raw, []) as ObjectValue;

/** The same for one value. @throws MisfitError */
export const valueFrom = (type: AttributeType, raw: unknown): Value => walkOfType(type, reading)(raw, []) as Value;

/**
 * An object from the JSON of a state file. Attributes that only an older schema had are dropped.
 *
 * @throws SyntaxError for text that is not JSON, TypeMismatchError for an object that does not fit the schema
 */
export const objectOfState = (attributes: Attributes, json: Uint8Array): ObjectValue =>
  objectFrom(attributes, readJson(new TextDecoder().decode(json)));

import type { Attributes, AttributeType } from "../schema/schema";
import { canonical } from "./number";
import { BigNumber, type ObjectValue, type Value } from "./value";
import { type Visit, walkOfObject, walkOfType } from "./walk";

/** Half a character has no form in UTF-8. */
const wellFormed = (text: string): string =>
  /\p{Surrogate}/u.test(text) ? text.replaceAll(/\p{Surrogate}/gu, "\u{fffd}") : text;

/** Whole where 64 bits hold it, else as decimal text, which terraform reads to the last digit. */
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

/** What MessagePack writes as it is, with all attributes of the schema. @throws MisfitError */
export const wireOfObject = (attributes: Attributes, value: ObjectValue): unknown =>
  walkOfObject(attributes, writing)(value, []);

/** @throws MisfitError */
export const wireOfValue = (type: AttributeType, value: Value): unknown => walkOfType(type, writing)(value, []);

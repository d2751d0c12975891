import { define } from "../../model/normal";
import type { Attributes, AttributeType, Shape } from "../schema/form";
import { canonical } from "./number";
import { misfit, MisfitError, type Place } from "./place";
import { BigNumber, isObjectValue, isUnknown, type Unknown, type Value } from "./value";

/** What MessagePack writes as it is. */
export type Wire = null | boolean | number | bigint | string | Unknown | readonly Wire[] | WireObject;
interface WireObject {
  readonly [name: string]: Wire;
}

/** With all attributes of the schema. @throws MisfitError also for an attribute that the schema does not have */
export function wireOfObject(attributes: Attributes, value: Value, place?: Place): Wire {
  if (!isObjectValue(value)) throw misfit(place, "an object", value);
  const result: Record<string, Wire> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    define(result, name, wireOf(attribute, given ?? null, { step: name, from: place }));
  }
  const stranger = Object.keys(value).find((name) => !Object.hasOwn(attributes, name));
  if (stranger !== undefined) throw new MisfitError({ step: stranger, from: place }, "is no attribute of the schema");
  return result;
}

/** @throws MisfitError */
export function wireOf(shape: Shape, value: Value, place?: Place): Wire {
  if (value === null || isUnknown(value)) return value;
  if ("type" in shape) return wireOfType(shape.type, value, place);
  const { nesting_mode: mode, attributes } = shape.nested_type;
  const entry: Entry = (each, at) => (each === null || isUnknown(each) ? each : wireOfObject(attributes, each, at));
  switch (mode) {
    case "single":
      return entry(value, place);
    case "list":
      return wireOfList(value, place, entry);
    case "map":
      return wireOfMap(value, place, entry);
    default:
      return mode satisfies never;
  }
}

function wireOfType(type: AttributeType, value: Value, place: Place): Wire {
  switch (type) {
    case "string":
      if (typeof value !== "string") throw misfit(place, "a string", value);
      return wellFormed(value);
    case "bool":
      if (typeof value !== "boolean") throw misfit(place, "a bool", value);
      return value;
    case "number": {
      const number = wireOfNumber(value);
      if (number === undefined) throw misfit(place, "a number", value);
      return number;
    }
    default: {
      const [kind, item] = type;
      const entry: Entry = (each, at) => (each === null || isUnknown(each) ? each : wireOfType(item, each, at));
      return kind === "map" ? wireOfMap(value, place, entry) : wireOfList(value, place, entry);
    }
  }
}

/** Whole where 64 bits hold it, else as decimal text, which terraform reads to the last digit. */
function wireOfNumber(value: Value): number | bigint | string | undefined {
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return Math.abs(value) < 2 ** 31 ? value : BigInt(value);
    if (Math.abs(value) === Infinity) return value;
  } else if (!(value instanceof BigNumber)) return undefined;
  const text = canonical(typeof value === "number" ? String(value) : value.text);
  if (text === undefined || !/^-?\d{1,20}$/.test(text)) return text;
  const whole = BigInt(text);
  return BigInt.asIntN(64, whole) === whole || BigInt.asUintN(64, whole) === whole ? whole : text;
}

/** Half a character has no form in UTF-8. */
const wellFormed = (text: string): string =>
  /\p{Surrogate}/u.test(text) ? text.replaceAll(/\p{Surrogate}/gu, "\u{fffd}") : text;

type Entry = (value: Value, place: Place) => Wire;

function wireOfList(value: Value, place: Place, entry: Entry): readonly Wire[] {
  if (!isList(value)) throw misfit(place, "a list", value);
  return value.map((each, at) => entry(each, { step: at, from: place }));
}

function wireOfMap(value: Value, place: Place, entry: Entry): Wire {
  if (!isObjectValue(value)) throw misfit(place, "a map", value);
  const result: Record<string, Wire> = {};
  for (const [key, each] of Object.entries(value))
    define(result, wellFormed(key), entry(each, { step: { key }, from: place }));
  return result;
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

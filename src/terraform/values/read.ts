import { isObject } from "../../model/json";
import { define } from "../../model/normal";
import type { Attributes, AttributeType, Shape } from "../schema/form";
import { keyOf } from "./keys";
import { numberOfDouble, numberOfText } from "./number";
import { misfit, type Place } from "./place";
import { BigNumber, type ObjectValue, Unknown, type Value } from "./value";

/**
 * The value of a schema's object that was read from MessagePack or JSON without its type, keys in the form of `safeKey`.
 * Attributes that are absent are null, and those that the schema does not have are dropped.
 * @throws MisfitError
 */
export function objectFrom(attributes: Attributes, raw: unknown, place?: Place): ObjectValue {
  if (!isPlain(raw)) throw misfit(place, "an object", raw);
  const result: Record<string, Value> = {};
  for (const [name, attribute] of Object.entries(attributes))
    define(
      result,
      name,
      Object.hasOwn(raw, name) ? valueFrom(attribute, raw[name], { step: name, from: place }) : null,
    );
  return result;
}

/** The value of one attribute, or of a type. @throws MisfitError */
export function valueFrom(shape: Shape, raw: unknown, place?: Place): Value {
  if (isOpen(raw)) return raw;
  if ("type" in shape) return valueOfType(shape.type, raw, place);
  const { nesting_mode: mode, attributes } = shape.nested_type;
  const entry: Entry = (each, at) => (isOpen(each) ? each : objectFrom(attributes, each, at));
  switch (mode) {
    case "single":
      return entry(raw, place);
    case "list":
      return listFrom(raw, place, entry);
    case "map":
      return mapFrom(raw, place, entry);
    default:
      return mode satisfies never;
  }
}

function valueOfType(type: AttributeType, raw: unknown, place: Place): Value {
  switch (type) {
    case "string":
      if (typeof raw !== "string") throw misfit(place, "a string", raw);
      return raw;
    case "bool":
      if (typeof raw !== "boolean") throw misfit(place, "a bool", raw);
      return raw;
    case "number": {
      const number = numberFrom(raw);
      if (number === undefined) throw misfit(place, "a number", raw);
      return number;
    }
    default: {
      const [kind, item] = type;
      const entry: Entry = (each, at) => (isOpen(each) ? each : valueOfType(item, each, at));
      return kind === "map" ? mapFrom(raw, place, entry) : listFrom(raw, place, entry);
    }
  }
}

function numberFrom(raw: unknown): number | BigNumber | undefined {
  if (raw instanceof BigNumber) return numberOfText(raw.text);
  if (typeof raw === "number") return numberOfDouble(raw);
  if (typeof raw === "bigint" || typeof raw === "string") return numberOfText(String(raw));
  return undefined;
}

/** What any type allows. */
const isOpen = (raw: unknown): raw is null | Unknown => raw === null || raw instanceof Unknown;

type Entry = (raw: unknown, place: Place) => Value;

function listFrom(raw: unknown, place: Place, entry: Entry): readonly Value[] {
  if (!Array.isArray(raw)) throw misfit(place, "a list", raw);
  return raw.map((each, at) => entry(each, { step: at, from: place }));
}

function mapFrom(raw: unknown, place: Place, entry: Entry): ObjectValue {
  if (!isPlain(raw)) throw misfit(place, "a map", raw);
  const result: Record<string, Value> = {};
  for (const [safe, each] of Object.entries(raw)) {
    const key = keyOf(safe);
    define(result, key, entry(each, { step: { key }, from: place }));
  }
  return result;
}

/** Whether it is a map as data: neither a list nor anything that stands for a scalar. */
const isPlain = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  isObject(raw) && Object.getPrototypeOf(raw) === Object.prototype;

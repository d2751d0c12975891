import { define, isObject } from "./json";
import { type Settings, settingsAsAWhole, settingsFields } from "./settings";
import { type Field, type Fields, type KeyedField, type MapField, type ObjectField, visitField } from "./field";

/** Values in normal form under the service's names: the inverse of decoding what is `received`. */
export function toWire(fields: Fields, value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (given === undefined) continue;
    define(result, field?.wire ?? name, field === undefined ? given : visitField(field, wireVisitor, given));
  }
  return result;
}

/** The settings of a configuration for the service. What was no object goes back as it came, unless settings replace it. */
export function settingsToWire(settings: Settings): unknown {
  const { [settingsAsAWhole]: whole, ...rest } = settings as Readonly<Record<string, unknown>>;
  return whole !== undefined && Object.keys(rest).length === 0 ? whole : toWire(settingsFields, rest);
}

const asItIs = (_field: Field, value: unknown): unknown => value;

const wireVisitor = {
  leaf: asItIs,
  set: asItIs,
  list: asItIs,
  textOrObject: asItIs,
  object: ({ fields }: ObjectField, value: unknown) => (isObject(value) ? toWire(fields, value) : value),
  keyed: ({ entry }: KeyedField, value: unknown) =>
    Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? toWire(entry, each) : each)) : value,
  map: ({ entry }: MapField, value: unknown) => {
    if (!isObject(value)) return value;
    const entries: Record<string, unknown> = {};
    for (const [key, each] of Object.entries(value)) define(entries, key, isObject(each) ? toWire(entry, each) : each);
    return entries;
  },
};

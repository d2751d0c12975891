import { compareText } from "../../model/fingerprint";
import type { Field, Fields } from "../../model/field";
import { isObject } from "../../model/json";
import { type FieldVisitor, visitField } from "../../model/visit-field";
import { spellings } from "../schema/spellings";
import type { ObjectValue, Value } from "../values/value";

/** The attributes of an entity of the service: null for absent values, text for JSON. */
export const toValues = (fields: Fields, entity: object): ObjectValue =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const given = (entity as Record<string, unknown>)[name];
      return spellings(name, field).map((each) => [each.name, toValue(each.field, each.part(given))] as const);
    }),
  );

function toValue(field: Field, given: unknown): Value {
  if (given === undefined || given === null) return null;
  return visitField(field, toPart, given);
}

/** For values that are there. */
const toPart: FieldVisitor<[given: unknown], Value> = {
  leaf: (_field, given) => given as Value, // as the model has let it through
  set: (_field, given) => (given as readonly string[]).toSorted(compareText), // whose order means nothing
  textOrObject: (_field, given) => (typeof given === "string" ? given : JSON.stringify(given)),
  list: ({ item: field }, given) => itemsOf(given, (item) => toValue(field, item)),
  keyed: ({ entry: fields }, given) =>
    Object.fromEntries(
      (given as readonly { readonly id: string }[]).map((entry) => [entry.id, toValues(fields, entry)]),
    ),
  object: ({ fields }, given) => (isObject(given) ? toValues(fields, given) : null),
  map: ({ entry: fields }, given) =>
    isObject(given)
      ? Object.fromEntries(
          Object.entries(given).map(([key, entry]) => [key, isObject(entry) ? toValues(fields, entry) : null]),
        )
      : null,
};

const itemsOf = (given: unknown, valueOf: (item: unknown) => Value): Value =>
  Array.isArray(given) ? given.map(valueOf) : null;

import { compareText } from "../../model/fingerprint";
import type { Field, Fields } from "../../model/field";
import { isObject } from "../../model/json";
import type { ObjectValue, Value } from "../values/value";

/** The attributes of what the service gave, in normal form: null where there is nothing, JSON as its text. */
export const toValues = (fields: Fields, entity: object): ObjectValue =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toValue(field, (entity as Record<string, unknown>)[name])]),
  );

function toValue(field: Field, given: unknown): Value {
  if (given === undefined || given === null) return null;
  switch (field.kind) {
    case "boolean":
    case "integer":
    case "number":
    case "string":
    case "enum":
      return given as Value; // as the model has let it through
    case "set":
      return (given as readonly string[]).toSorted(compareText); // whose order means nothing
    case "json":
      return JSON.stringify(given);
    case "text-or-object":
      return typeof given === "string" ? given : JSON.stringify(given);
    case "list":
      return itemsOf(given, (item) => toValue(field.item, item));
    case "keyed":
      return (given as readonly { readonly id: string }[])
        .toSorted((left, right) => compareText(left.id, right.id))
        .map((entry) => ({ id: entry.id, ...toValues(field.entry, entry) }));
    case "object":
      return isObject(given) ? toValues(field.fields, given) : null;
    case "map":
      return isObject(given)
        ? Object.fromEntries(
            Object.entries(given).map(([key, entry]) => [key, isObject(entry) ? toValues(field.entry, entry) : null]),
          )
        : null;
    default:
      return field satisfies never;
  }
}

const itemsOf = (given: unknown, valueOf: (item: unknown) => Value): Value =>
  Array.isArray(given) ? given.map(valueOf) : null;

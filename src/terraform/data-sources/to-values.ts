import { compareText } from "../../model/fingerprint";
import { type Field, type Fields, type FieldVisitor, visitField } from "../../model/field";
import { isObject } from "../../model/json";
import { spellings } from "../schema/fields";
import type { ObjectValue, Value } from "../value";

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
  leaf: (_field, given) => given as Value, // as the model's decoder accepted it
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

/**
 * The specification gives an order for `all_findings` alone. Any other list may come in another order each time, and
 * what depends on it would see a change where there is none.
 */

type Key<T> = (each: T) => string | undefined;

/** @param keys in the order of their precedence; the last is an id */
export const sortBy = <T>(items: readonly T[], ...keys: readonly Key<T>[]): readonly T[] =>
  items.toSorted((left, right) =>
    keys.reduce((order, key) => (order === 0 ? compareText(key(left) ?? "", key(right) ?? "") : order), 0),
  );

/** Newest first, and by id when they are of the same time. @param timeOf a date-time; what has none comes first */
export const sortByTime = <T>(items: readonly T[], timeOf: Key<T>, idOf: Key<T>): readonly T[] =>
  sortBy(items, idOf).toSorted((left, right) => milliseconds(timeOf(right)) - milliseconds(timeOf(left)));

/** Findings and deepscans, in the order of `all_findings`. */
export const newestFirst = <T extends { readonly id: string; readonly created_at?: string }>(
  items: readonly T[],
): readonly T[] =>
  sortByTime(
    items,
    (each) => each.created_at,
    (each) => each.id,
  );

function milliseconds(time: string | undefined): number {
  const parsed = Date.parse(time ?? "");
  return Number.isNaN(parsed) ? Number.MAX_VALUE : parsed;
}

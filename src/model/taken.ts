import type { Field, Fields } from "./field";
import { isObject } from "./json";
import { define, unique } from "./normal";
import { isUuid } from "./uuid";

/** Of the strictnesses of `schema.ts`, those that many values are checked with. */
type How = "received" | "declared";

/** In the place of a value that is not taken. */
export const refused = Symbol("refused");

/** Gives a value in normal form, or `refused`. */
type Take = (value: unknown) => unknown;
type TakeObject = (value: unknown) => Readonly<Record<string, unknown>> | typeof refused;

const known: Readonly<Record<How, WeakMap<Fields, TakeObject>>> = { received: new WeakMap(), declared: new WeakMap() };

/**
 * Checks a value and brings it into normal form (see `normalize`) in one walk, many times faster than the
 * schema of the same fields (`objectSchema`). What it takes, the schema takes; what it refuses is for the
 * schema to judge, which has the words for what is wrong. So the one may be asked first and the other only
 * when that says no. What is received has the service's names, and what is declared has ours.
 */
export function taken(fields: Fields, how: How): TakeObject {
  const take = known[how].get(fields) ?? objectTake(fields, how);
  known[how].set(fields, take);
  return take;
}

/** Whether a value is one of these fields, for who needs no more of it. */
export const accepts =
  (fields: Fields, how: How) =>
  (value: unknown): boolean =>
    taken(fields, how)(value) !== refused;

interface Part {
  /** What it is called by us. */
  readonly name: string;
  readonly take: Take;
  readonly required: boolean;
}

function objectTake(fields: Fields, how: How): TakeObject {
  const parts = new Map(
    Object.entries(fields).map(([name, field]): [string, Part] => [
      how === "received" ? (field.wire ?? name) : name,
      { name, take: takeOf(field, how), required: field.required === true && how === "received" },
    ]),
  );
  const required = [...parts.values()].filter((each) => each.required).length;

  return (value) => {
    if (!isObject(value)) return refused;
    let missing = required;
    let same = true;
    let others: Map<string, unknown> | undefined;
    // what is there is walked, since most fields are absent from most objects
    for (const key in value) {
      const part = parts.get(key);
      if (part === undefined) {
        if (how === "declared") return refused;
        same &&= !Object.hasOwn(fields, key);
        continue;
      }
      const given = value[key];
      if (given === undefined || given === null) {
        same = false;
        continue;
      }
      const normal = part.take(given);
      if (normal === refused) return refused;
      if (part.required) missing -= 1;
      same &&= part.name === key;
      if (normal !== given) {
        same = false;
        others = (others ?? new Map<string, unknown>()).set(key, normal);
      }
    }
    if (missing > 0) return refused;
    if (same) return value;
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const part = parts.get(key);
      const given = value[key];
      if (part === undefined) {
        if (!Object.hasOwn(fields, key)) define(result, key, given);
      } else if (given !== null && given !== undefined) define(result, part.name, others?.get(key) ?? given);
    }
    return result;
  };
}

const isText = (value: unknown): value is string => typeof value === "string";

const leaf =
  (isRight: (value: unknown) => boolean): Take =>
  (value) =>
    isRight(value) ? value : refused;

/** For values of one field that are neither null nor absent. */
function takeOf(field: Field, how: How): Take {
  switch (field.kind) {
    case "boolean":
      return (value) => (typeof value === "boolean" ? value : refused);
    case "integer":
      return leaf(how === "received" ? Number.isInteger : Number.isSafeInteger);
    case "number":
      return leaf(Number.isFinite);
    case "string":
      return how === "declared" && field.format === "uuid" ? leaf((value) => isText(value) && isUuid(value)) : text;
    case "enum":
      return how === "received" || field.open === true
        ? text
        : leaf((value) => isText(value) && field.values.includes(value));
    case "set":
      return (value) => (Array.isArray(value) && value.every(isText) ? unique(value) : refused);
    case "map":
      return mapTake(taken(field.entry, how));
    case "keyed":
      return listTake(entryTake(field.entry, how));
    case "object":
      return taken(field.fields, how);
    case "list":
      return listTake(takeOf(field.item, how));
    case "text-or-object": {
      const take = taken(field.fields, how);
      return (value) => (isText(value) ? value : take(value));
    }
    case "json":
      // what is deep is left to the schema
      return leaf((value) => isText(value) || typeof value === "boolean" || Number.isFinite(value));
    default:
      return field satisfies never;
  }
}

const text: Take = (value) => (typeof value === "string" ? value : refused);

function listTake(item: Take): Take {
  return (value) => {
    if (!Array.isArray(value)) return refused;
    const items: readonly unknown[] = value;
    let result: unknown[] | undefined;
    for (let at = 0; at < items.length; at += 1) {
      const each = items[at];
      const normal = item(each);
      if (normal === refused) return refused;
      if (result === undefined && normal !== each) result = items.slice(0, at);
      result?.push(normal);
    }
    return result ?? items;
  };
}

/** A key `__proto__` is no reason to refuse, but one to look closely. Entries that are null are dropped. */
function mapTake(entry: Take): Take {
  return (value) => {
    if (!isObject(value) || Object.hasOwn(value, "__proto__")) return refused;
    let same = true;
    let others: Map<string, unknown> | undefined;
    for (const key in value) {
      const each = value[key];
      const normal = each === null ? null : entry(each);
      if (normal === refused) return refused;
      same &&= normal !== null;
      if (normal !== each) others = (others ?? new Map<string, unknown>()).set(key, normal);
    }
    if (same && others === undefined) return value;
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value)) if (value[key] !== null) result[key] = others?.get(key) ?? value[key];
    return result;
  };
}

/** An item of a list that is told apart by its `id`, in the manner of `entrySchema`. */
function entryTake(fields: Fields, how: How): Take {
  const take = objectTake({ ...fields, id: { kind: "string", format: "uuid", description: "" } }, how);
  return (value) => (isObject(value) && isText(value["id"]) ? take(value) : refused);
}

import type { Field, Fields } from "./field";
import { isObject } from "./json";
import { isUuid } from "./uuid";

/** Of the strictnesses of `schema.ts`, those that many values are checked with. */
type How = "received" | "declared";
type Check = (value: unknown) => boolean;

const known: Readonly<Record<How, WeakMap<Fields, Check>>> = { received: new WeakMap(), declared: new WeakMap() };

/**
 * A quick check of a value, many times faster than the schema of the same fields (`objectSchema`). What
 * it takes, the schema takes; what it does not take is for the schema to judge, which has the words for
 * what is wrong. So the one may be asked first and the other only when that says no.
 */
export function accepts(fields: Fields, how: How): Check {
  const check = known[how].get(fields) ?? objectCheck(fields, how);
  known[how].set(fields, check);
  return check;
}

function objectCheck(fields: Fields, how: How): Check {
  const checks = new Map(
    Object.entries(fields).map(([name, field]) => [
      how === "received" ? (field.wire ?? name) : name,
      { check: checkOf(field, how), required: field.required === true && how === "received" },
    ]),
  );
  const required = [...checks.values()].filter((each) => each.required).length;
  return (value) => {
    if (!isObject(value)) return false;
    let missing = required;
    // what is there is walked, since most fields are absent from most objects
    for (const key in value) {
      const known = checks.get(key);
      if (known === undefined) {
        if (how === "declared") return false;
        continue;
      }
      const given = value[key];
      if (given === undefined || given === null) continue;
      if (!known.check(given)) return false;
      if (known.required) missing -= 1;
    }
    return missing === 0;
  };
}

const isText = (value: unknown): value is string => typeof value === "string";

/** A value of one field that is neither null nor absent. */
function checkOf(field: Field, how: How): Check {
  switch (field.kind) {
    case "boolean":
      return (value) => typeof value === "boolean";
    case "integer":
      return how === "received" ? Number.isInteger : Number.isSafeInteger;
    case "number":
      return Number.isFinite;
    case "string":
      return how === "declared" && field.format === "uuid" ? (value) => isText(value) && isUuid(value) : isText;
    case "enum":
      return how === "received" || field.open === true
        ? isText
        : (value) => isText(value) && field.values.includes(value);
    case "set":
      return (value) => Array.isArray(value) && value.every(isText);
    case "map":
      return mapCheck(accepts(field.entry, how));
    case "keyed":
      return listCheck(entryCheck(field.entry, how));
    case "object":
      return accepts(field.fields, how);
    case "list":
      return listCheck(checkOf(field.item, how));
    case "text-or-object": {
      const check = accepts(field.fields, how);
      return (value) => isText(value) || check(value);
    }
    case "json":
      // what is deep is left to the schema
      return (value) => isText(value) || typeof value === "boolean" || Number.isFinite(value);
    default:
      return field satisfies never;
  }
}

const listCheck =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);

/** A key `__proto__` is no reason to refuse, but one to look closely. */
const mapCheck =
  (entry: Check): Check =>
  (value) =>
    isObject(value) &&
    !Object.hasOwn(value, "__proto__") &&
    Object.values(value).every((each) => each === null || entry(each));

/** An item of a list that is told apart by its `id`, in the manner of `entrySchema`. */
function entryCheck(fields: Fields, how: How): Check {
  const check = objectCheck({ ...fields, id: { kind: "string", format: "uuid", description: "" } }, how);
  return (value) => isObject(value) && isText(value["id"]) && check(value);
}

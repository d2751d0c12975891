import type { Field, Fields } from "./field";
import { isObject } from "./json";

/** Whether a value carries the service's names or ours. */
export type Names = "wire" | "ours";
type Check = (value: unknown) => boolean;

const checks: Readonly<Record<Names, WeakMap<Fields, Check>>> = { wire: new WeakMap(), ours: new WeakMap() };

/** Whether an object is in normal form already (see `normalize`), found out without making another. */
export function isNormal(fields: Fields, names: Names): Check {
  const check = checks[names].get(fields) ?? objectCheck(fields, names);
  checks[names].set(fields, check);
  return check;
}

function objectCheck(fields: Fields, names: Names): Check {
  const known = Object.entries(fields).map(([name, field]) => ({
    key: names === "wire" ? (field.wire ?? name) : name,
    check: checkOf(field, names),
  }));
  const keys = new Set(known.map(({ key }) => key));
  // a key that is to be called otherwise, and one that stands where that would
  const others = Object.entries(fields).flatMap(([name, { wire = name }]) =>
    names === "wire" && wire !== name ? [wire, ...(keys.has(name) ? [] : [name])] : [],
  );
  return (value) => {
    if (!isObject(value)) return false;
    for (const { key, check } of known) {
      const given = value[key];
      if (given === undefined ? key in value : given === null || !check(given)) return false;
    }
    return others.length === 0 || !others.some((key) => key in value);
  };
}

/** A value of one field that is neither null nor absent. */
function checkOf(field: Field, names: Names): Check {
  switch (field.kind) {
    case "set":
      return (value) => !Array.isArray(value) || value.length < 2 || new Set(value).size === value.length;
    case "map": {
      const entry = isNormal(field.entry, names);
      return (value) => {
        if (!isObject(value)) return false;
        for (const key of Object.keys(value)) if (!entry(value[key])) return false;
        return true;
      };
    }
    case "keyed": {
      const entry = isNormal(field.entry, names);
      return (value) => !Array.isArray(value) || value.every(entry);
    }
    case "object":
      return isNormal(field.fields, names);
    case "list": {
      const item = checkOf(field.item, names);
      return (value) => !Array.isArray(value) || value.every(item);
    }
    case "text-or-object": {
      const object = isNormal(field.fields, names);
      return (value) => !isObject(value) || object(value);
    }
    case "boolean":
    case "integer":
    case "number":
    case "string":
    case "enum":
    case "json":
      return () => true;
    default:
      return field satisfies never;
  }
}

import type { Field, Fields } from "../../model/field";
import { isObject } from "../../model/json";

type Values = Readonly<Record<string, unknown>>;

/**
 * Whether what is declared is surely there already, as it is for nearly every configuration of a large
 * account, so that there is nothing to merge and nothing to compare. Lists must be in the same order:
 * one that is not is for `merge` to judge.
 */
export function isSatisfied(fields: Fields, observed: Values, declared: Values): boolean {
  for (const name in declared) {
    const want = declared[name];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (want === undefined || field === undefined) continue;
    if (!Object.hasOwn(observed, name) || !valueHolds(field, observed[name], want)) return false;
  }
  return true;
}

function valueHolds(field: Field, have: unknown, want: unknown): boolean {
  switch (field.kind) {
    case "set":
      return listHolds(have, want, same);
    case "map":
      return isObject(have) && isObject(want) && mapHolds(field.entry, have, want);
    case "keyed":
      return listHolds(have, want, (left, right) => entryHolds(field.entry, left, right));
    case "object":
      return isObject(have) && isObject(want) && isSatisfied(field.fields, have, want);
    case "boolean":
    case "integer":
    case "number":
    case "string":
    case "enum":
    case "list":
    case "text-or-object":
    case "json":
      return have === want;
    default:
      return field satisfies never;
  }
}

function mapHolds(entry: Fields, have: Values, want: Values): boolean {
  for (const key in want) {
    const left = Object.hasOwn(have, key) ? have[key] : undefined;
    const right = want[key];
    if (!isObject(left) || !isObject(right) || !isSatisfied(entry, left, right)) return false;
  }
  return true;
}

const same = (left: unknown, right: unknown): boolean => left === right;

const entryHolds = (entry: Fields, left: unknown, right: unknown): boolean =>
  isObject(left) && isObject(right) && left["id"] === right["id"] && isSatisfied(entry, left, right);

const listHolds = (have: unknown, want: unknown, matches: (left: unknown, right: unknown) => boolean): boolean =>
  Array.isArray(have) &&
  Array.isArray(want) &&
  have.length === want.length &&
  have.every((each, at) => matches(each, want[at]));

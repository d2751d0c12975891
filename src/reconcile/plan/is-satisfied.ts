import type { Field, Fields } from "../../model/field";
import { isObject } from "../../model/json";
import { type FieldVisitor, visitField } from "../../model/visit-field";

type Values = Readonly<Record<string, unknown>>;

/**
 * Whether the declared settings certainly hold already, as for nearly every configuration of a large account, so that
 * merging and comparing can be skipped. Lists must be in the same order: `merge` judges any other.
 */
export function isSatisfied(fields: Fields, observed: Values, declared: Values): boolean {
  for (const name in declared) {
    const want = declared[name];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (want === undefined || field === undefined) continue;
    if (!Object.hasOwn(observed, name) || !visitField(field, valueHolds, observed[name], want)) return false;
  }
  return true;
}

const same = (left: unknown, right: unknown): boolean => left === right;
const isSame = (_field: Field, have: unknown, want: unknown): boolean => have === want;

const valueHolds: FieldVisitor<[have: unknown, want: unknown], boolean> = {
  leaf: isSame,
  list: isSame,
  textOrObject: isSame,
  set: (_field, have, want) => listHolds(have, want, same),
  map: ({ entry }, have, want) => isObject(have) && isObject(want) && mapHolds(entry, have, want),
  keyed: ({ entry }, have, want) => listHolds(have, want, (left, right) => entryHolds(entry, left, right)),
  object: ({ fields }, have, want) => isObject(have) && isObject(want) && isSatisfied(fields, have, want),
};

function mapHolds(entry: Fields, have: Values, want: Values): boolean {
  for (const key in want) {
    const left = Object.hasOwn(have, key) ? have[key] : undefined;
    const right = want[key];
    if (!isObject(left) || !isObject(right) || !isSatisfied(entry, left, right)) return false;
  }
  return true;
}

const entryHolds = (entry: Fields, left: unknown, right: unknown): boolean =>
  isObject(left) && isObject(right) && left["id"] === right["id"] && isSatisfied(entry, left, right);

const listHolds = (have: unknown, want: unknown, matches: (left: unknown, right: unknown) => boolean): boolean =>
  Array.isArray(have) &&
  Array.isArray(want) &&
  have.length === want.length &&
  have.every((each, at) => matches(each, want[at]));

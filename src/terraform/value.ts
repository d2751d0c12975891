import { define } from "../model/json";

/** The values that travel between terraform and the provider, as `terraform/values/` reads and writes them. */

export class Unknown {
  /** Makes the class nominal: its only other member is optional. */
  protected readonly known = false;

  /** @param refinements Terraform's encoding of the partial knowledge about the value */
  constructor(readonly refinements?: Uint8Array) {}
}

/** A number that a double does not hold exactly: its decimal digits. */
export class BigNumber {
  constructor(readonly text: string) {}
}

export type Value = null | Unknown | boolean | string | number | BigNumber | readonly Value[] | ObjectValue;

/** The attributes of an object, all present and null where absent, or the entries of a map. */
export interface ObjectValue {
  readonly [name: string]: Value;
}

/** Texts by name that a plan passes to its apply in the plan file, or that an apply or a read stores beside the state. */
export type PrivateState = Readonly<Record<string, string>>;

export const isUnknown = (value: Value | undefined): value is Unknown => value instanceof Unknown;

export const isObjectValue = (value: Value | undefined): value is ObjectValue =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Unknown) &&
  !(value instanceof BigNumber);

/** The items of a list or set; none of anything else. */
export const listIn = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : [];

/** The text; "" for anything else. */
export const textIn = (value: Value | undefined): string => (typeof value === "string" ? value : "");

/** The attributes of an object, or the entries of a map; none of anything else. */
export const entriesOf = (value: Value | undefined): readonly (readonly [string, Value])[] =>
  isObjectValue(value) ? Object.entries(value) : [];

/** An object of these entries, whatever their keys: `__proto__` is a key like any other. */
export function objectOf<V>(entries: readonly (readonly [string, V])[]): Readonly<Record<string, V>> {
  const result: Record<string, V> = {};
  for (const [key, value] of entries) define(result, key, value);
  return result;
}

/** The object with null in place of unknown values and of lists with an unknown item. */
export const knownPart = (object: ObjectValue): ObjectValue => knownIn(object) as ObjectValue; // an object stays one

function knownIn(value: Value): Value {
  if (isUnknown(value) || (Array.isArray(value) && !isWhollyKnown(value))) return null;
  return isObjectValue(value) ? objectOf(entriesOf(value).map(([key, each]) => [key, knownIn(each)])) : value;
}

/** Whether the value contains no unknown value. */
export function isWhollyKnown(value: Value): boolean {
  if (isUnknown(value)) return false;
  if (Array.isArray(value)) return value.every(isWhollyKnown);
  return !isObjectValue(value) || Object.values(value).every(isWhollyKnown);
}

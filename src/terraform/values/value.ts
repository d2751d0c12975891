/** The values that travel between terraform and the provider, as `terraform/values/` reads and writes them. */

/** What is not known before something else was applied. */
export class Unknown {
  /** Without it any object would do, since all that it holds is optional. */
  protected readonly known = false;

  /** @param refinements what is known of it all the same, as terraform wrote it */
  constructor(readonly refinements?: Uint8Array) {}
}

/** A number that a double does not hold exactly: its decimal digits. */
export class BigNumber {
  constructor(readonly text: string) {}
}

export type Value = null | Unknown | boolean | string | number | BigNumber | readonly Value[] | ObjectValue;

/** The attributes of an object, or the entries of a map; nothing is left out, what is absent is null. */
export interface ObjectValue {
  readonly [name: string]: Value;
}

export const isUnknown = (value: Value | undefined): value is Unknown => value instanceof Unknown;

export const isObjectValue = (value: Value | undefined): value is ObjectValue =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Unknown) &&
  !(value instanceof BigNumber);

/** The text; "" for anything else. */
export const textIn = (value: Value | undefined): string => (typeof value === "string" ? value : "");

/** Whether all of it is known. */
export function isWhollyKnown(value: Value): boolean {
  if (isUnknown(value)) return false;
  if (Array.isArray(value)) return value.every(isWhollyKnown);
  return !isObjectValue(value) || Object.values(value).every(isWhollyKnown);
}

import { define } from "../../model/define";
import { isObject } from "../../model/json";
import { BigNumber } from "../values/value";

/** An object of a state file as `readJson` gives it; `safeKey` is the form of its keys. */
export type RawObject = Readonly<Record<string, unknown>>;

/**
 * Brings the state of a resource from one version of its schema to the next. What is not of the form that the version
 * had stays as it is: the schema then refuses it.
 */
export type Upgrade = (state: RawObject) => RawObject;

/** Nothing has changed but attributes that are null where they are absent, and lists that are sets now. */
export const sameForm: Upgrade = (state) => state;

/** Not a number, which `readJson` gives as an object of its own. */
export const isRawObject = (value: unknown): value is RawObject => isObject(value) && !(value instanceof BigNumber);

/** A map with these entries. */
export function mapOf(entries: readonly (readonly [string, unknown])[]): RawObject {
  const result: Record<string, unknown> = {};
  for (const [key, value] of entries) define(result, key, value);
  return result;
}

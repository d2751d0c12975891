import { entriesOf, isObjectValue, objectOf, type ObjectValue, type Value } from "./value";

/**
 * Whether terraform writes a key of a map, in what it generates, as the same text. It escapes values, but quotes keys as
 * Go does: it would evaluate `${file("x")}`, and HCL has no escape for most control characters.
 */
const isWritableKey = (key: string): boolean => !/[$%]\{|(?![\t\n\r\u0080-\u009f])\p{Cc}/u.test(key);

/** The keys, at any depth, that terraform would write as something else. */
export function unwritableKeys(value: Value): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap(unwritableKeys);
  return entriesOf(value).flatMap(([key, each]) => [...(isWritableKey(key) ? [] : [key]), ...unwritableKeys(each)]);
}

/** The same without the entries of those keys, at any depth. */
export const withWritableKeys = (object: ObjectValue): ObjectValue =>
  objectOf(
    entriesOf(object).flatMap(([key, each]) => (isWritableKey(key) ? [[key, withWritable(each)] as const] : [])),
  );

function withWritable(value: Value): Value {
  if (Array.isArray(value)) return (value as readonly Value[]).map(withWritable);
  return isObjectValue(value) ? withWritableKeys(value) : value;
}

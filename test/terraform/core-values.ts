import { isDeepStrictEqual } from "node:util";
import type { Attributes, AttributeType, Schema } from "../../src/terraform/schema/schema";
import { isObjectValue, isUnknown, type ObjectValue, type Value } from "../../src/terraform/value";

/** Expects that `after` is a valid completion of `before`: only unknown values change. */
export function expectToComplete(before: Value, after: Value): void {
  if (isUnknown(before)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    expect(after).toHaveLength(before.length);
    for (const [at, each] of (before as readonly Value[]).entries())
      expectToComplete(each, (after as Value[])[at] ?? null);
    return;
  }
  if (!isObjectValue(before) || !isObjectValue(after)) {
    expect(after).toEqual(before);
    return;
  }
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
  for (const [name, value] of Object.entries(before)) expectToComplete(value, after[name] ?? null);
}

/** Whether the value is as it was planned, as far as it was known then. */
export function completes(before: Value, after: Value): boolean {
  if (isUnknown(before)) return true;
  if (Array.isArray(before) && Array.isArray(after))
    return (
      before.length === after.length &&
      (before as readonly Value[]).every((each, at) => completes(each, (after as Value[])[at] ?? null))
    );
  if (!isObjectValue(before) || !isObjectValue(after)) return isDeepStrictEqual(before, after);
  return Object.entries(before).every(([name, value]) => completes(value, after[name] ?? null));
}

/** Compares as Terraform does: the keys of maps and the members of sets have no order. */
export const isSameObject = ({ block }: Schema, left: ObjectValue | null, right: ObjectValue): boolean =>
  isDeepStrictEqual(unordered(block.attributes, left), unordered(block.attributes, right));

function unordered(attributes: Attributes, object: Value): Value {
  if (!isObjectValue(object)) return object;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]): [string, Value] => {
      const value = object[name] ?? null;
      if (!("nested_type" in attribute)) return [name, isSet(attribute.type) ? sorted(value) : value];
      const { attributes: inside, nesting_mode: mode } = attribute.nested_type;
      if (mode === "single") return [name, unordered(inside, value)];
      if (Array.isArray(value)) return [name, (value as readonly Value[]).map((each) => unordered(inside, each))];
      if (!isObjectValue(value)) return [name, value];
      return [name, Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unordered(inside, each)]))];
    }),
  );
}

const isSet = (type: AttributeType): boolean => Array.isArray(type) && type[0] === "set";

const sorted = (value: Value): Value =>
  Array.isArray(value)
    ? (value as readonly Value[]).toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))
    : value;

/** The proposed new state, as Terraform core combines the configuration with computed values of the prior state. */
export const proposedNew = (attributes: Attributes, prior: ObjectValue | null, config: ObjectValue): ObjectValue =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, each]): [string, Value] => {
      const [before, given] = [prior?.[name] ?? null, config[name] ?? null];
      if (given === null && "computed" in each) return [name, before];
      if (!("nested_type" in each) || each.nested_type.nesting_mode !== "map" || !isObjectValue(given))
        return [name, given];
      const inside = each.nested_type.attributes;
      const entries = Object.entries(given).map(([key, entry]): [string, Value] => {
        const old = isObjectValue(before) && Object.hasOwn(before, key) ? before[key] : undefined;
        return [key, isObjectValue(entry) ? proposedNew(inside, isObjectValue(old) ? old : null, entry) : entry];
      });
      return [name, Object.fromEntries(entries)];
    }),
  );

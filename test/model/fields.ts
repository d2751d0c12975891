import fc from "fast-check";
import type { Field, Fields } from "../../src/model/field";
import { settingsFields } from "../../src/model/settings";

export const uuid = "0c5a36f1-7f0e-4d0a-9a36-9d2f6f0f8a11";
export type Names = "wire" | "ours";
export type Plain = Record<string, unknown>;

/** One field somewhere in the settings, and the settings that hold a value of it. */
export interface Spot {
  readonly title: string;
  readonly field: Field;
  readonly settings: (value: unknown, names: Names) => Plain;
  /** The settings with one more key beside this field. */
  readonly beside: (key: string, value: unknown, names: Names) => Plain;
}

/** Every field of the settings, at every depth. */
export const spots: readonly Spot[] = within(settingsFields, "", (inner) => inner);

function within(fields: Fields, prefix: string, wrap: (inner: Plain, names: Names) => Plain): readonly Spot[] {
  return Object.entries(fields).flatMap(([name, field]): readonly Spot[] => {
    const key = (names: Names) => (names === "wire" ? (field.wire ?? name) : name);
    const title = `${prefix}${name}`;
    const settings: Spot["settings"] = (value, names) => wrap({ [key(names)]: value }, names);
    const beside: Spot["beside"] = (extra, value, names) => wrap({ [extra]: value }, names);
    return [{ title, field, settings, beside }, ...inside(field, title, settings)];
  });
}

function inside(field: Field, title: string, settings: Spot["settings"]): readonly Spot[] {
  if (field.kind === "map")
    return within(field.entry, `${title}.*.`, (inner, names) => settings({ "some-slug": inner }, names));
  if (field.kind === "keyed")
    return within(field.entry, `${title}[].`, (inner, names) => settings([{ id: uuid, ...inner }], names));
  return field.kind === "object" ? within(field.fields, `${title}.`, settings) : [];
}

const key = fc.oneof(fc.constantFrom("__proto__", "constructor", "toString", "7"), fc.string({ maxLength: 5 }));
/** fast-check and JSON know this as plain data, and so do object literals made this way. */
const entries = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Plain> =>
  fc.array(fc.tuple(key, value), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs));

function valueOf(field: Field, names: Names): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.maxSafeInteger();
    case "string":
      return fc.string();
    case "enum":
      return fc.constantFrom(...field.values);
    case "set":
      return fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 4 });
    case "map":
      return entries(valuesOf(field.entry, names));
    case "keyed":
      return fc.uniqueArray(
        fc.tuple(fc.uuid(), valuesOf(field.entry, names)).map(([id, entry]) => ({ ...entry, id })),
        { maxLength: 3, selector: (entry) => entry.id },
      );
    case "object":
      return valuesOf(field.fields, names);
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "list":
      return fc.array(valueOf(field.item, names), { maxLength: 3 });
    case "text-or-object":
      return fc.oneof(fc.string(), valuesOf(field.fields, names));
    case "json":
      return fc.jsonValue();
    default:
      return field satisfies never;
  }
}

function valuesOf(fields: Fields, names: Names): fc.Arbitrary<Plain> {
  const known = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      names === "wire" ? (field.wire ?? name) : name,
      valueOf(field, names),
    ]),
  );
  const taken = new Set([...Object.keys(known), ...Object.keys(fields), "id"]);
  const others = entries(fc.jsonValue({ maxDepth: 2 }));
  const free = others.map((all) => Object.fromEntries(Object.entries(all).filter(([name]) => !taken.has(name))));
  return fc.tuple(fc.record(known, { requiredKeys: [] }), free).map(([ours, theirs]) => ({ ...ours, ...theirs }));
}

/** Settings as the service might send them: nothing null, and keys that we do not know. */
export const wireSettings = valuesOf(settingsFields, "wire");
/** Settings in normal form. */
export const normalSettings = valuesOf(settingsFields, "ours");

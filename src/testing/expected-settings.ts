import { ScanformError } from "../diagnostics/error";
import { error } from "../diagnostics/diagnostic";
import { decode } from "../model/decoder";
import { type Field, type Fields, propertyName, type FieldVisitor, visitField } from "../model/field";
import { fieldsDecoder } from "../model/field-decoder";
import { isObject } from "../model/json";
import { detailOf, placeText } from "../model/problem";
import { type Settings, settingsFields } from "../model/settings";

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name;

type InCamelCase<T> = T extends readonly (infer Item)[]
  ? readonly InCamelCase<Item>[]
  : T extends object
    ? { readonly [K in keyof T as CamelCase<K>]: InCamelCase<T[K]> }
    : T;

/** Some settings of a configuration, by the names that constructs have for them, such as `riskThreshold`. */
export type ExpectedSettings = InCamelCase<Settings>;

/**
 * The settings by the names of the model.
 *
 * @throws ScanformError `argument-invalid` with the path of everything that is no setting
 */
export function settingsFrom(expected: ExpectedSettings): Settings {
  const decoded = decode(fieldsDecoder(settingsFields, "declared"), renamed(settingsFields, expected));
  if ("value" in decoded) return decoded.value;
  throw new ScanformError(
    decoded.problems.map((each) => {
      const path = placeText(each.path);
      return error("argument-invalid", detailOf(each, path === "" ? "settings" : path), { path });
    }),
  );
}

function renamed(fields: Fields, given: unknown): unknown {
  if (!isObject(given)) return given;
  const names = new Map(Object.keys(fields).map((name) => [propertyName(name), name]));
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const name = names.get(key) ?? key;
      const field = fields[name];
      return [name, field === undefined ? value : visitField(field, renamedValue, value)];
    }),
  );
}

const asItIs = (_field: Field, value: unknown): unknown => value;

const renamedValue: FieldVisitor<[value: unknown], unknown> = {
  leaf: asItIs,
  set: asItIs,
  list: asItIs,
  textOrObject: asItIs,
  object: ({ fields }, value) => renamed(fields, value),
  map: ({ entry }, value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renamed(entry, each)]))
      : value,
  keyed: ({ entry }, value) => (Array.isArray(value) ? value.map((each: unknown) => renamed(entry, each)) : value),
};

import { ScanformError } from "../diagnostics/error";
import { error } from "../diagnostics/diagnostic";
import { decode } from "../model/decoder";
import { propertyName } from "../model/field";
import { fieldsDecoder, type Way } from "../model/field-decoder";
import { mapTexts, normalForm } from "../model/normal-form";
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

const asProperties: Way = { isDeclared: true, nameOf: propertyName };

/**
 * The settings by the names of the model.
 *
 * @throws ScanformError `argument-invalid` with the path of everything that is no setting
 */
export function settingsFrom(expected: ExpectedSettings): Settings {
  const decoded = decode(fieldsDecoder(settingsFields, asProperties), mapTexts(expected, normalForm));
  if ("value" in decoded) return decoded.value;
  throw new ScanformError(
    decoded.problems.map((each) => {
      const path = placeText(each.path);
      return error("argument-invalid", detailOf(each, path === "" ? "settings" : path), { path });
    }),
  );
}

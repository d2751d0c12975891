import { configurationIdentity } from "../../../model/declared-fields";
import { type Field, type Fields, propertyName } from "../../../model/field";
import { fieldNamed, stepsIn } from "../../../model/setting-path";
import { settingsFields } from "../../../model/settings";
import { suggestion } from "../../../model/suggest";
import type { Decoder } from "../../../model/decoder";
import { fieldDecoder } from "../../../model/field-decoder";
import { properties } from "../properties";

const { exclusive_analyzers: exclusive } = configurationIdentity;
const fields: Fields = { ...settingsFields, exclusive_analyzers: exclusive };

/** What a path names: a leaf with the decoder of its value, or something that has leaves. */
export type SettingPath =
  | { readonly kind: "leaf"; readonly steps: readonly string[]; readonly read: Decoder }
  | { readonly kind: "entry" | "whole"; readonly steps: readonly string[] }
  | { readonly kind: "unknown"; readonly why: string; readonly advice: string };

/**
 * Reads the path of a setting as plans print it, `analyzers["secrets"].risk_level`, or with the names of properties.
 *
 * @returns its steps under the names of properties
 */
export function settingPath(text: string): SettingPath {
  const steps = stepsIn(text);
  if (steps === undefined)
    return {
      kind: "unknown",
      why: "is not a path",
      advice: 'Write it as plans do, such as analyzers["secrets"].blocking.',
    };
  return follow(steps, fields, []);
}

function follow([first = "", ...rest]: readonly string[], among: Fields, before: readonly string[]): SettingPath {
  const name = fieldNamed(among, first);
  const field = name === undefined ? undefined : among[name];
  if (name === undefined || field === undefined)
    return {
      kind: "unknown",
      why: `has no setting ${JSON.stringify(first)}`,
      advice: suggestion(first, namesOf(among, first)),
    };
  return within(field, rest, [...before, propertyName(name)]);
}

const namesOf = (among: Fields, written: string): readonly string[] =>
  Object.keys(among).map((each) => (written.includes("_") ? each : propertyName(each)));

function within(field: Field, rest: readonly string[], steps: readonly string[]): SettingPath {
  const [key, ...deeper] = rest;
  switch (field.kind) {
    case "map":
    case "keyed":
      if (key === undefined) return { kind: "whole", steps };
      return deeper.length === 0
        ? { kind: "entry", steps: [...steps, key] }
        : follow(deeper, field.entry, [...steps, key]);
    case "object":
      return key === undefined ? { kind: "whole", steps } : follow(rest, field.fields, steps);
    default:
      return key === undefined
        ? { kind: "leaf", steps, read: fieldDecoder(field, properties) }
        : { kind: "unknown", why: `continues after ${steps.join(".")}, which is a value`, advice: "End it there." };
  }
}

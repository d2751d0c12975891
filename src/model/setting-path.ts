import { type Field, type Fields, propertyName } from "./field";
import { own } from "./json";
import type { Leaf } from "./leaves";
import { type SettingName, settingsFields } from "./settings";
import { suggestion } from "./suggest";
import { isUuid } from "./uuid";

const step = /\.?([^.[\]"]+)|\[("(?:[^"\\]|\\.)*")\]/y;

/** The steps of a path as plans print it, `analyzers["secrets"].risk_level`; undefined where it is none. */
export function stepsIn(text: string): readonly string[] | undefined {
  const steps: string[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < text.length) {
    const found = step.exec(text);
    if (found === null) return undefined;
    const name = found[1] ?? unquoted(found[2] ?? "");
    if (name === undefined) return undefined;
    steps.push(name);
  }
  return steps.length === 0 ? undefined : steps;
}

function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined; // an escape that JSON does not have
  }
}

/** The field of this name, or of this property name. */
export const fieldNamed = (fields: Fields, name: string): string | undefined =>
  Object.keys(fields).find((each) => each === name || propertyName(each) === name);

/** The leaf that a path names, and the field of its value; without a field it is an entry. */
export type NamedLeaf = { readonly leaf: Leaf; readonly field?: Field } | { readonly why: string };

/**
 * Reads the path of a leaf, in the form of plans or of properties. The slug of an analyzer and the id of a policy may come
 * first: `secrets.blocking` is `analyzers["secrets"].blocking`.
 */
export function leafNamed(text: string): NamedLeaf {
  const [first = "", ...rest] = stepsIn(text) ?? [];
  if (first === "") return { why: 'is not a path such as secrets.blocking or analyzers["secrets"].blocking' };
  const setting = fieldNamed(settingsFields, first) as SettingName | undefined;
  if (setting !== undefined) return within(setting, settingsFields[setting], rest);
  const entries = isUuid(first) ? "code_policies" : "analyzers";
  return within(entries, settingsFields[entries], [first, ...rest]);
}

function within(setting: string, field: Field, steps: readonly string[]): NamedLeaf {
  const [key, ...rest] = steps;
  switch (field.kind) {
    case "map":
    case "keyed":
      if (key === undefined) return { why: `names all ${setting}, not one of them` };
      return inEntry({ setting, key: field.kind === "keyed" ? key.toLowerCase() : key }, field.entry, rest);
    case "object":
      return inEntry({ setting }, field.fields, steps);
    default:
      return key === undefined ? { leaf: { setting }, field } : { why: `continues after ${setting}, which is a value` };
  }
}

function inEntry(entry: Leaf, fields: Fields, [name, ...rest]: readonly string[]): NamedLeaf {
  if (name === undefined) return { leaf: entry };
  const known = fieldNamed(fields, name);
  const field = known === undefined ? undefined : (own(fields, known) as Field);
  if (known === undefined || field === undefined)
    return { why: `has no setting ${JSON.stringify(name)}. ${suggestion(name, Object.keys(fields))}` };
  return rest.length === 0
    ? { leaf: { ...entry, field: known }, field }
    : { why: `continues after ${name}, which is a value` };
}

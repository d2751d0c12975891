import type { AttributePath } from "../../diagnostics/attribute-path";
import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Field, Fields } from "../../model/field";
import { type ConfigurationProblem, judgeConfiguration } from "../../model/judge-configuration";
import { oneOfThem } from "../../model/one-of-them";
import { settingsFields } from "../../model/settings";
import { isUuid } from "../../model/uuid";
import { type FieldVisitor, visitField } from "../../model/visit-field";
import { entriesOf, isObjectValue, isUnknown, type ObjectValue, type Value } from "../value";

type Path = AttributePath;

/** Checks a declared configuration without the account. Unknown values are accepted. */
export function validateConfiguration(config: ObjectValue, at: Path = []): readonly Diagnostic[] {
  const { name = null, renamed_from: renamed = null } = config;
  return [
    ...judgeConfiguration({
      name: typeof name === "string" ? name : undefined,
      renamedFrom: listIn(renamed),
      codePolicyIds: entriesOf(config["code_policies"]).map(([id]) => id),
    }).map((problem) => toDiagnostic(problem, at)),
    ...nullsIn(renamed, [...at, "renamed_from"]),
    ...inFields(settingsFields, config, at),
  ];
}

function toDiagnostic(problem: ConfigurationProblem, at: Path): Diagnostic {
  switch (problem.kind) {
    case "name-empty":
      return error("name-empty", "Give the configuration a name.", { attribute: [...at, "name"] });
    case "former-name-is-present": {
      const detail = `${JSON.stringify(problem.name)} is the name itself. Remove it from renamed_from.`;
      return error("renamed-from-itself", detail, { attribute: [...at, "renamed_from"] });
    }
    case "policy-twice": {
      const path = [...at, "code_policies", { key: problem.id }];
      return error("entry-repeated", `${problem.id} is there twice. Keep one of the entries.`, { attribute: path });
    }
    default:
      return problem satisfies never;
  }
}

const listIn = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : [];

/** An error for each null item of a list. */
const nullsIn = (list: Value, at: Path): readonly Diagnostic[] =>
  listIn(list).flatMap((each, index) =>
    each === null ? [error("item-null", "Remove it from the list.", { attribute: [...at, index] })] : [],
  );

/** The members of a set have no place of their own. */
const nullIn = (set: Value, at: Path): readonly Diagnostic[] =>
  listIn(set).includes(null) ? [error("item-null", "Remove it from the set.", { attribute: at })] : [];

const inFields = (fields: Fields, value: ObjectValue, at: Path): readonly Diagnostic[] =>
  Object.entries(fields).flatMap(([name, field]) => inValue(field, value[name] ?? null, [...at, name]));

function inValue(field: Field, value: Value, at: Path): readonly Diagnostic[] {
  return value === null || isUnknown(value) ? [] : visitField(field, checkPart, value, at);
}

const nothing = (): readonly Diagnostic[] => [];

/** For values that are known. */
const checkPart: FieldVisitor<[value: Value, at: Path], readonly Diagnostic[]> = {
  leaf: (field, value, at) => {
    if (field.kind === "enum") {
      if (typeof value !== "string" || field.open === true || field.values.includes(value)) return [];
      const detail = `${JSON.stringify(value)} is none of ${oneOfThem(value, field.values)}`;
      return [error("value-unknown", detail, { attribute: at })];
    }
    if (field.kind !== "integer" || (typeof value === "number" && Number.isSafeInteger(value))) return [];
    return [error("not-an-integer", "It must be a whole number.", { attribute: at })];
  },
  list: nothing,
  textOrObject: nothing,
  set: (_field, value, at) => nullIn(value, at),
  map: ({ entry: fields }, value, at) =>
    entriesOf(value).flatMap(([key, entry]) => {
      if (isObjectValue(entry)) return inFields(fields, entry, [...at, { key }]);
      if (isUnknown(entry)) return [];
      return [
        error("entry-null", "Write {} to manage nothing of it, or remove the entry.", { attribute: [...at, { key }] }),
      ];
    }),
  keyed: ({ entry: fields }, value, at) =>
    entriesOf(value).flatMap(([id, entry]) => keyedEntry(fields, id, entry, [...at, { key: id }])),
  object: ({ fields }, value, at) => (isObjectValue(value) ? inFields(fields, value, at) : []),
};

/** Checks an entry that is identified by its id. */
function keyedEntry(fields: Fields, id: string, entry: Value, at: Path): readonly Diagnostic[] {
  return [
    ...(isUuid(id)
      ? []
      : [
          error(
            "id-invalid",
            `${JSON.stringify(id)} is not a UUID, and policies are declared by their ids: data.scanform_custom_policy finds one by its title.`,
            { attribute: at },
          ),
        ]),
    ...(entry === null
      ? [error("entry-null", "Write {} for an entry without settings, or remove it.", { attribute: at })]
      : []),
    ...(isObjectValue(entry) ? inFields(fields, entry, at) : []),
  ];
}

import { any, bool, listOf, mapOf, number, setOf, string, type Type } from "./expression/type";
import type { Field, Fields } from "../model/field";
import { settingsFields } from "../model/settings";

/** An object of which everything may be left out. */
const optional = (attributes: Readonly<Record<string, Type>>): Type => ({
  kind: "object",
  attributes: new Map(Object.entries(attributes)),
  optional: new Set(Object.keys(attributes)),
});

const objectOf = (fields: Fields): Type =>
  optional(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, typeOfField(field)])));

function typeOfField(field: Field): Type {
  switch (field.kind) {
    case "boolean":
      return bool;
    case "integer":
    case "number":
      return number;
    case "string":
    case "enum":
      return string;
    case "set":
      return setOf(string);
    case "map":
    case "keyed":
      return mapOf(objectOf(field.entry));
    case "object":
      return objectOf(field.fields);
    default:
      return any; // no setting
  }
}

const configuration: Readonly<Record<string, Type>> = {
  ...Object.fromEntries(Object.entries(settingsFields).map(([name, field]) => [name, typeOfField(field)])),
  name: string,
  renamed_from: listOf(string),
  exclusive_analyzers: bool,
  deletion_protection: bool,
  force_destroy: bool,
};

const own: Readonly<Record<string, Readonly<Record<string, Type>>>> = {
  scanform_configuration: configuration,
  scanform_configurations: { configurations: mapOf(optional(configuration)) },
  scanform_repository_assignments: {
    rules: listOf(
      optional({
        configuration_id: string,
        repository_ids: setOf(string),
        repository_names: setOf(string),
        repository_pattern: string,
        leave: bool,
      }),
    ),
  },
  scanform_finding_triage: { finding_id: string, category: string, justification: string, expires: string },
};

const types: ReadonlyMap<string, Type> = new Map(
  Object.entries(own).flatMap(([type, attributes]) =>
    Object.entries(attributes).map(([name, each]) => [`${type}.${name}`, each] as const),
  ),
);

/** The type of an attribute in the provider's schema; `any` for those that the CLI does not read. */
export const typeOfAttribute = (type: string, attribute: string): Type => types.get(`${type}.${attribute}`) ?? any;

import { type Field, type Fields, type TextOrObjectField, type FieldVisitor, visitField } from "../../model/field";
import {
  type Attribute,
  attribute,
  type Attributes,
  bool,
  computed,
  nested,
  number,
  optional,
  required,
  type Role,
  type Schema,
  schema,
  type Shape,
  text,
  texts,
  textSet,
} from "./schema";
import { isObject } from "../../model/json";
import type { Parameter, Parameters } from "../../api/parameter";

/** Terraform attributes of the model's fields, all in the same role. */
export const attributesOf = (fields: Fields, role: Role): Attributes =>
  Object.fromEntries(
    Object.entries(fields)
      .flatMap(([name, field]) => spellings(name, field))
      .map(({ name, field }) => [name, attributeOf(field, role)]),
  );

export const attributeOf = (field: Field, role: Role): Attribute =>
  attribute(visitField(field, shapes, role), role, descriptionOf(field, role));

const shapes: FieldVisitor<[role: Role], Shape> = {
  leaf: ({ kind }) => {
    if (kind === "boolean") return bool;
    return kind === "integer" || kind === "number" ? number : text;
  },
  textOrObject: () => text,
  set: () => textSet,
  list: ({ item }, role) => (item.kind === "object" ? nested("list", attributesOf(item.fields, role)) : texts),
  map: ({ entry }, role) => nested("map", attributesOf(entry, role)),
  keyed: ({ entry }, role) => nested("map", attributesOf(entry, role)),
  object: ({ fields }, role) => nested("single", attributesOf(fields, role)),
};

/** The description of the field; where it can be declared, with what declaring it does. */
function descriptionOf(field: Field, role: Role): string {
  const { description, declared } = field;
  const words = declared === undefined || "computed" in role ? description : `${description} ${declared}`;
  if (field.kind !== "enum") return words;
  return `${words} ${field.open === true ? "Such as" : "One of"} ${field.values.join(", ")}.`;
}

interface Spelling {
  readonly name: string;
  readonly field: Field;
  /** Absent or null where the attribute holds nothing of the field's value. */
  readonly part: (value: unknown) => unknown;
}

/**
 * The attributes that hold a field. JSON of a shape that the specification does not show is text under a name that
 * says so. What is text in one description and an object in another has an attribute for each.
 */
export function spellings(name: string, field: Field): readonly Spelling[] {
  if (isJson(field)) return [{ name: `${name}_json`, field: asText(field), part: jsonOf }];
  if (field.kind === "text-or-object")
    return [
      { name, field: asText(field), part: (value) => (typeof value === "string" ? value : null) },
      { name: `${name}_counts`, field: countsOf(field), part: (value) => (isObject(value) ? value : null) },
    ];
  return [{ name, field, part: (value) => value }];
}

const isJson = (field: Field): boolean =>
  field.kind === "json" || (field.kind === "list" && field.item.kind === "json");

const jsonOf = (value: unknown): unknown => (value === undefined || value === null ? null : JSON.stringify(value));

const asText = ({ description }: Field): Field => ({ kind: "string", description });

const countsOf = ({ fields }: TextOrObjectField): Field => ({
  kind: "object",
  fields,
  description: "The number of findings of each severity, where the service sends numbers and not a text.",
});

/** Terraform attributes of the parameters of a query, under the same names. */
export const filtersOf = (parameters: Parameters): Attributes =>
  Object.fromEntries(Object.entries(parameters).map(([name, each]) => [name, filterOf(each)]));

const filterOf = (parameter: Parameter): Attribute =>
  attribute(shapeOf(parameter), parameter.required === true ? required : optional, wordsOf(parameter));

function shapeOf({ kind }: Parameter): Shape {
  switch (kind) {
    case "integer":
      return number;
    case "boolean":
      return bool;
    case "text":
    case "choice":
      return text;
    case "list":
      return texts;
    default:
      return kind satisfies never;
  }
}

function wordsOf(parameter: Parameter): string {
  const { kind, description } = parameter;
  switch (kind) {
    case "integer": {
      const { least, most } = parameter;
      if (least === undefined || most === undefined) return description;
      return `${description} From ${String(least)} to ${String(most)}.`;
    }
    case "text":
      return parameter.format === undefined ? description : `${description} An ISO 8601 ${parameter.format}.`;
    case "choice":
      return `${description} One of ${parameter.values.join(", ")}.`;
    case "list":
      return `${description} Any of ${parameter.values.join(", ")}.`;
    case "boolean":
      return description;
    default:
      return parameter satisfies never;
  }
}

/** The schema of a data source that lists objects in one attribute. @param given its other attributes, such as filters */
export const listSchema = (name: string, description: string, fields: Fields, given: Attributes = {}): Schema =>
  schema(description, {
    ...given,
    [name]: attribute(nested("list", attributesOf(fields, computed)), computed, description),
  });

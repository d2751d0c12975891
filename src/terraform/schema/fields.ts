import type { Field, Fields } from "../../model/field";
import { type FieldVisitor, visitField } from "../../model/visit-field";
import {
  type Attribute,
  type Attributes,
  attribute,
  bool,
  nested,
  number,
  type Role,
  type Shape,
  text,
  texts,
  textSet,
} from "./schema";

/** Terraform attributes of the model's fields, under the same names, all in the same role. */
export const attributesOf = (fields: Fields, role: Role): Attributes =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, attributeOf(field, role)]));

const attributeOf = (field: Field, role: Role): Attribute =>
  attribute(visitField(field, shapes, role), role, descriptionOf(field));

const shapes: FieldVisitor<[role: Role], Shape> = {
  leaf: ({ kind }) => {
    if (kind === "boolean") return bool;
    // JSON of an unknown shape travels as text: `jsondecode` gives the value.
    return kind === "integer" || kind === "number" ? number : text;
  },
  textOrObject: () => text,
  set: () => textSet,
  list: ({ item }, role) => (item.kind === "object" ? nested("list", attributesOf(item.fields, role)) : texts),
  map: ({ entry }, role) => nested("map", attributesOf(entry, role)),
  keyed: ({ entry }, role) => nested("map", attributesOf(entry, role)),
  object: ({ fields }, role) => nested("single", attributesOf(fields, role)),
};

const descriptionOf = (field: Field): string =>
  field.kind === "enum" ? `${field.description} One of ${field.values.join(", ")}.` : field.description;

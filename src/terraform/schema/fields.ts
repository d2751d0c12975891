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
import { spellings } from "./spellings";

/** Terraform attributes of the model's fields, all in the same role. */
export const attributesOf = (fields: Fields, role: Role): Attributes =>
  Object.fromEntries(
    Object.entries(fields)
      .flatMap(([name, field]) => spellings(name, field))
      .map(({ name, field }) => [name, attributeOf(field, role)]),
  );

/** The Terraform attribute of one field. */
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

/** What the service holds; for whoever declares it also what declaring it does. */
function descriptionOf(field: Field, role: Role): string {
  const { description, declared } = field;
  const words = declared === undefined || "computed" in role ? description : `${description} ${declared}`;
  if (field.kind !== "enum") return words;
  return `${words} ${field.open === true ? "Such as" : "One of"} ${field.values.join(", ")}.`;
}

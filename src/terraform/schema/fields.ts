import type { Field, Fields } from "../../model/field";
import {
  type Attribute,
  type Attributes,
  attribute,
  bool,
  nested,
  number,
  required,
  type Role,
  type Shape,
  text,
  texts,
} from "./form";

/** Terraform attributes of the model's fields, under the same names, all in the same role. */
export const attributesOf = (fields: Fields, role: Role): Attributes =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, attributeOf(field, role)]));

const attributeOf = (field: Field, role: Role): Attribute =>
  attribute(shapeOf(field, role), role, descriptionOf(field));

function shapeOf(field: Field, role: Role): Shape {
  switch (field.kind) {
    case "boolean":
      return bool;
    case "integer":
    case "number":
      return number;
    // JSON of an unknown shape travels as text: `jsondecode` gives the value.
    case "json":
    case "text-or-object":
    case "string":
    case "enum":
      return text;
    // A list, because users write lists and a plan shows their order; compared as a set.
    case "set":
      return texts;
    case "list":
      return field.item.kind === "object" ? nested("list", attributesOf(field.item.fields, role)) : texts;
    case "map":
      return nested("map", attributesOf(field.entry, role));
    case "keyed":
      return nested("list", { id: entryId(role), ...attributesOf(field.entry, role) });
    case "object":
      return nested("single", attributesOf(field.fields, role));
    default:
      return field satisfies never;
  }
}

/** Whoever writes an entry must say which one it is. */
const entryId = (role: Role): Attribute =>
  attribute(text, "computed" in role ? role : required, "The entry's id: a UUID.");

const descriptionOf = (field: Field): string =>
  field.kind === "enum" ? `${field.description} One of ${field.values.join(", ")}.` : field.description;

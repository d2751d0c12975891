import type { Field, TextOrObjectField } from "../../model/field";
import { isObject } from "../../model/json";

/** An attribute that holds a field of the service, or a part of one. */
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

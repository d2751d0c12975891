import type { Field, KeyedField, ListField, MapField, ObjectField, SetField, TextOrObjectField } from "./field";

/** What to do with a field of each form. `Given` are the values that the field describes. */
export interface FieldVisitor<Given extends readonly unknown[], Result> {
  /** A value without parts. */
  readonly leaf: (field: LeafField, ...given: Given) => Result;
  readonly set: (field: SetField, ...given: Given) => Result;
  readonly map: (field: MapField, ...given: Given) => Result;
  readonly keyed: (field: KeyedField, ...given: Given) => Result;
  readonly object: (field: ObjectField, ...given: Given) => Result;
  /** No setting is one. */
  readonly list: (field: ListField, ...given: Given) => Result;
  /** No setting is one. */
  readonly textOrObject: (field: TextOrObjectField, ...given: Given) => Result;
}

type Form = "leaf" | "set" | "map" | "keyed" | "object" | "list" | "textOrObject";

/** The form of every kind. A new kind of field belongs in this table. */
const forms = {
  boolean: "leaf",
  integer: "leaf",
  number: "leaf",
  string: "leaf",
  enum: "leaf",
  json: "leaf",
  set: "set",
  map: "map",
  keyed: "keyed",
  object: "object",
  list: "list",
  "text-or-object": "textOrObject",
} as const satisfies Readonly<Record<Field["kind"], Form>>;

/** boolean, integer, number, string, enum, json */
export type LeafField = Field & { readonly kind: KindsOf<"leaf"> };
type KindsOf<F extends Form> = { [K in Field["kind"]]: (typeof forms)[K] extends F ? K : never }[Field["kind"]];

/** Calls the case of the visitor that the field's kind has. Make the visitor once, outside: this runs for each value. */
export function visitField<Given extends readonly unknown[], Result>(
  field: Field,
  visitor: FieldVisitor<Given, Result>,
  ...given: Given
): Result {
  // the table pairs each kind with the case that takes its field
  const visit = visitor[forms[field.kind]] as (field: Field, ...given: Given) => Result;
  return visit(field, ...given);
}

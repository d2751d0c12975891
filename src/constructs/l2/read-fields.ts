import type { Field, Fields } from "../../model/field";
import { type LeafField, visitField } from "../../model/visit-field";
import { type Reader } from "./findings";
import * as readers from "./readers";

/** How the fields of the model are written. */
export interface Writing {
  readonly nameOf: (field: string) => string;
  /** What one is called. */
  readonly what: string;
  /** Null is absent, as in Terraform. */
  readonly nullIsAbsent?: true;
  /** An explicit `undefined` is kept: it removes what a base says. */
  readonly keepsUndefined?: true;
}

/** `risk_threshold` to `riskThreshold`, as the generated bindings do. */
export const propertyName = (field: string): string =>
  field.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The properties of a construct. */
export const asProperties: Writing = { nameOf: propertyName, what: "a property" };

/** What an extension says otherwise than its base. */
export const asOverrides: Writing = { ...asProperties, keepsUndefined: true };

/** The attributes of a resource, as they are synthesized. */
export const asAttributes: Writing = { nameOf: (field) => field, what: "an attribute", nullIsAbsent: true };

export const readersOf = (fields: Fields, writing: Writing): ReadonlyMap<string, Reader> =>
  new Map(Object.entries(fields).map(([name, field]) => [writing.nameOf(name), readerOf(field, writing)]));

export const fieldsReader = (fields: Fields, writing: Writing): Reader =>
  readers.objectOf({ ...writing, readers: readersOf(fields, writing) });

export const readerOf = (field: Field, writing: Writing): Reader =>
  visitField<[Writing], Reader>(
    field,
    {
      leaf: leafReader,
      set: () => readers.texts,
      map: ({ entry }) => mapReader(entry, writing),
      keyed: ({ entry }) => mapReader(entry, writing),
      object: ({ fields }) => fieldsReader(fields, writing),
      list: ({ item }) =>
        item.kind === "string" ? readers.texts : readers.listOf(readerOf(item, writing), "a list of objects"),
      textOrObject: () => readers.text,
    },
    writing,
  );

const mapReader = (entry: Fields, writing: Writing): Reader => readers.mapOf(fieldsReader(entry, writing), writing);

function leafReader(field: LeafField): Reader {
  switch (field.kind) {
    case "boolean":
      return readers.flag;
    case "integer":
      return readers.wholeNumber;
    case "number":
      return readers.finiteNumber;
    case "enum":
      return field.open === true ? readers.text : readers.oneOf(field.values);
    case "string":
    case "json":
      return readers.text;
    default:
      return field satisfies never;
  }
}

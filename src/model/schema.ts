import { z } from "zod";
import { type Field, type Fields, type StringField, type FieldVisitor, type LeafField, visitField } from "./field";
import { isObject } from "./json";
import { uuidForm } from "./uuid";

/**
 * How strictly a zod schema takes values: for the OpenAPI document, for the emulator and for files. What is
 * declared and received is decoded by `field-decoder.ts`, without zod.
 * - `answered`: what the service documents for an answer, under wire names, and what an emulator
 *   must therefore give. Unknown fields may come, enums have the values that are given.
 * - `declared`: from a user, under our own names. Nothing unknown; null means absent.
 * - `accepted`: what the service documents for a request body, under wire names. Nothing unknown,
 *   nothing null; a required field must be there.
 * - `stored`: declared or received before, in normal form under our own names. Unknown fields may be there, enums may
 *   have values that are newer than we are, nothing is null.
 */
export type Strictness = "answered" | "declared" | "accepted" | "stored";

export const uuid = z.string().regex(uuidForm, "must be a UUID").meta({ format: "uuid" });
const dateTime = z.iso.datetime({ offset: true, error: "must be an ISO 8601 date-time" });
const uri = z.url();

function text(format: StringField["format"], strictness: Strictness): z.ZodType {
  if (format === undefined) return z.string();
  if (format === "uuid") return strictness === "stored" ? z.string() : uuid;
  if (strictness !== "answered") return z.string();
  return format === "uri" ? uri : dateTime;
}

/** A value of one field, null not allowed. */
const fieldSchema = (field: Field, strictness: Strictness): z.ZodType => visitField(field, fieldSchemas, strictness);

const fieldSchemas: FieldVisitor<[strictness: Strictness], z.ZodType> = {
  leaf: leafSchema,
  set: () => z.array(z.string()),
  map: ({ entry }, strictness) =>
    mapSchema(
      orAbsent(
        z.lazy(() => objectSchema(entry, strictness)),
        strictness,
      ),
    ),
  keyed: ({ entry }, strictness) => z.array(entrySchema(entry, strictness)),
  object: ({ fields }, strictness) => objectSchema(fields, strictness),
  list: ({ item }, strictness) => z.array(fieldSchema(item, strictness)),
  textOrObject: ({ fields }, strictness) => z.union([z.string(), objectSchema(fields, strictness)]),
};

function leafSchema(field: LeafField, strictness: Strictness): z.ZodType {
  switch (field.kind) {
    case "boolean":
      return field.lenient === true && strictness === "stored" ? z.json() : z.boolean();
    case "integer":
      return strictness === "answered" || strictness === "stored"
        ? z.number().refine(Number.isInteger, "must be a whole number").meta({ type: "integer" })
        : z
            .number()
            .refine(Number.isSafeInteger, "must be a whole number between -(2^53 - 1) and 2^53 - 1")
            .meta({ type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
    case "number":
      return z.number();
    case "string":
      return text(field.format, strictness);
    case "enum":
      return field.open === true || strictness === "stored" ? z.string() : z.enum(field.values);
    case "json":
      return z.json();
    default:
      return field satisfies never;
  }
}

const orAbsent = (schema: z.ZodType, strictness: Strictness, field?: Field): z.ZodType =>
  strictness === "accepted" || strictness === "stored" || (strictness === "answered" && field?.neverNull === true)
    ? schema
    : schema.nullable();

/** Entries by any key. zod passes over `__proto__`, which is a key like any other in JSON. */
const mapSchema = (entry: z.ZodType): z.ZodType =>
  z
    .unknown()
    .superRefine((value, context) => {
      if (!isObject(value) || !Object.hasOwn(value, "__proto__")) return;
      const issues = entry.safeParse(value["__proto__"]).error?.issues ?? [];
      for (const issue of issues) context.addIssue({ ...issue, path: ["__proto__", ...issue.path] });
    })
    .pipe(z.record(z.string(), entry));

function shape(fields: Fields, strictness: Strictness): Record<string, z.ZodType> {
  const entries = Object.entries(fields).map(([name, field]): [string, z.ZodType] => {
    const described = fieldSchema(field, strictness).describe(field.description);
    const isOurs = strictness === "declared" || strictness === "stored";
    const key = isOurs ? name : (field.wire ?? name);
    return [key, field.required === true && !isOurs ? described : orAbsent(described, strictness, field).optional()];
  });
  return Object.fromEntries(entries);
}

const objectOf = (schemas: Record<string, z.ZodType>, strictness: Strictness) =>
  strictness === "answered" || strictness === "stored" ? z.looseObject(schemas) : z.strictObject(schemas);

/** An object with these fields, all optional but those the service always sends. */
export const objectSchema = (fields: Fields, strictness: Strictness): z.ZodObject =>
  objectOf(shape(fields, strictness), strictness);

/** An item of a list, identified by its `id`. */
const entrySchema = (fields: Fields, strictness: Strictness): z.ZodObject =>
  objectOf({ id: strictness === "stored" ? z.string() : uuid, ...shape(fields, strictness) }, strictness);

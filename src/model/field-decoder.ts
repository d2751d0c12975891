import { ScanformError } from "../diagnostics/error";
import { error } from "../diagnostics/diagnostic";
import * as decoders from "./decoder";
import { type Decoder, decode, invalid, list, map, text } from "./decoder";
import type { Field, Fields, StringField } from "./field";
import { isJson, isObject } from "./json";
import { object, optional, type Part, required } from "./object-decoder";
import { pathText } from "./path-text";
import { type Settings, settingsFields } from "./settings";
import { type LeafField, visitField } from "./visit-field";

/**
 * Where a value comes from.
 * - `received`: from the service, under its names. Unknown fields are kept, an enum may have values that are
 *   newer than we are, a required field must be there.
 * - `declared`: from a user, under our names. Nothing unknown, nothing required.
 * - `stored`: declared or received before, under our names; as lenient as `received`.
 *
 * Null always means absent.
 */
export type Source = "received" | "declared" | "stored";

type Values = Readonly<Record<string, unknown>>;

const known: Readonly<Record<Source, WeakMap<Fields, Decoder<Values>>>> = {
  received: new WeakMap(),
  declared: new WeakMap(),
  stored: new WeakMap(),
};

/** The decoder of an object with these fields, worked out once. Normal form has our names, no null, and sets without repetition. */
export function fieldsDecoder(fields: Fields, source: Source): Decoder<Values> {
  const found = known[source].get(fields) ?? objectOf(partsOf(fields, source), source);
  known[source].set(fields, found);
  return found;
}

/** @throws ScanformError `declaration-invalid` when they are no settings */
export function decodeSettings(value: unknown, source: Source): Settings {
  const decoded = decode(fieldsDecoder(settingsFields, source), value);
  if ("value" in decoded) return decoded.value;
  throw new ScanformError(
    decoded.issues.map(({ path, message }) =>
      error("declaration-invalid", `${path.length === 0 ? "settings" : pathText(path)}: ${message}.`),
    ),
  );
}

/** The attributes of these fields, to be decoded together with others. */
export const partsOf = (fields: Fields, source: Source): Readonly<Record<string, Part>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, Part] => {
      const part = (field.required === true && source === "received" ? required : optional)(
        fieldDecoder(field, source),
      );
      return source === "received" ? [field.wire ?? name, { ...part, name }] : [name, part];
    }),
  );

const objectOf = (parts: Readonly<Record<string, Part>>, source: Source): Decoder<Values> =>
  object(parts, { unknownKeys: source === "declared" ? "rejected" : "kept" });

/** For values of one field that are neither null nor absent. */
const fieldDecoder = (field: Field, source: Source): Decoder<unknown> =>
  visitField<[Source], Decoder<unknown>>(
    field,
    {
      leaf: leafDecoder,
      set: () => decoders.textSet,
      map: ({ entry }) => map(fieldsDecoder(entry, source)),
      keyed: ({ entry }) =>
        list(
          objectOf({ id: required(source === "declared" ? decoders.uuid : text), ...partsOf(entry, source) }, source),
        ),
      object: ({ fields }) => fieldsDecoder(fields, source),
      list: ({ item }) => list(fieldDecoder(item, source)),
      textOrObject: ({ fields }) => textOrObject(fieldsDecoder(fields, source)),
    },
    source,
  );

function leafDecoder(field: LeafField, source: Source): Decoder<unknown> {
  switch (field.kind) {
    case "boolean":
      return decoders.flag;
    case "integer":
      return source === "declared"
        ? decoders.integer(Number.isSafeInteger, "must be a whole number between -(2^53 - 1) and 2^53 - 1")
        : decoders.integer(Number.isInteger, "must be a whole number");
    case "number":
      return decoders.number;
    case "string":
      return stringDecoder(field, source);
    case "enum":
      return source !== "declared" || field.open === true ? text : decoders.oneOf(field.values);
    case "json":
      return json;
    default:
      return field satisfies never;
  }
}

const stringDecoder = ({ format }: StringField, source: Source): Decoder<string> =>
  source === "declared" && format === "uuid" ? decoders.uuid : text;

const textOrObject =
  (decoder: Decoder<Values>): Decoder<unknown> =>
  (value) => {
    if (typeof value === "string") return value;
    return isObject(value) ? decoder(value) : invalid("Invalid input");
  };

const json: Decoder<unknown> = (value) => (isJson(value) ? value : invalid("Invalid input"));

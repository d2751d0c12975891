import { type Decoder, expected, Invalid, map } from "../model/decoder";
import type { Fields } from "../model/field";
import { fieldsDecoder, partsOf } from "../model/field-decoder";
import { isObject } from "../model/json";
import type { Part } from "../model/object-decoder";
import { isUuid } from "../model/uuid";

/**
 * The declared attributes of these fields. Entries with an id are a map by that id, or a list of objects with an `id`, as
 * version 0 of the provider's schema had them; the list is the normal form.
 */
export const declaredParts = (fields: Fields): Readonly<Record<string, Part>> => {
  const parts = Object.entries(partsOf(fields, "declared"));
  return Object.fromEntries(
    parts.map(([name, part]) => {
      const field = fields[name];
      return [name, field?.kind === "keyed" ? { ...part, decode: eitherForm(part.decode, field.entry) } : part];
    }),
  );
};

function eitherForm(list: Decoder<unknown>, entry: Fields): Decoder<unknown> {
  const byId = map(fieldsDecoder(entry, "declared"), { null: "rejected" });
  return (value) => {
    if (Array.isArray(value)) return list(value);
    if (!isObject(value)) return expected("record", value);
    const found = byId(value);
    const wrong = Object.keys(value).filter((id) => !isUuid(id));
    if (!(found instanceof Invalid) && wrong.length === 0)
      return Object.entries(found).map(([id, settings]) => ({ id, ...settings }));
    return new Invalid([
      ...wrong.map((id) => ({ path: [id], message: "must have a UUID as its key" })),
      ...(found instanceof Invalid ? found.issues : []),
    ]);
  };
}

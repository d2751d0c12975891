import type { Field, Fields } from "../../model/field";
import { define } from "../../model/define";
import { type Settings, settingsFields } from "../../model/settings";
import { type FieldVisitor, visitField } from "../../model/visit-field";
import { byId, own, values } from "../../model/members";

type Values = Readonly<Record<string, unknown>>;

/**
 * Restores planned settings that a write removed from the live ones. Settings that are present are kept, since
 * somebody may have changed them in the meantime.
 */
export const fillIn = (live: Settings, planned: Settings): Settings => fillFields(settingsFields, live, planned);

function fillFields(fields: Fields, live: Values, planned: Values): Values {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(live)) define(result, name, value);
  for (const [name, field] of Object.entries(fields)) {
    const value = fillValue(field, own(live, name), own(planned, name));
    if (value !== undefined) define(result, name, value);
  }
  return result;
}

function fillValue(field: Field, live: unknown, planned: unknown): unknown {
  if (live === undefined || planned === undefined) return live ?? planned;
  return visitField(field, fillPart, live, planned);
}

const asLive = (_field: Field, live: unknown): unknown => live;

/** Merges values that both sides have. */
const fillPart: FieldVisitor<[live: unknown, planned: unknown], unknown> = {
  leaf: asLive,
  set: asLive,
  list: asLive,
  textOrObject: asLive,
  object: ({ fields }, live, planned) => fillFields(fields, values(live), values(planned)),
  map: ({ entry }, live, planned) => {
    const result: Record<string, unknown> = {};
    for (const entries of [live, planned])
      for (const key of Object.keys(values(entries)))
        define(result, key, fillEntry(entry, own(values(live), key), own(values(planned), key)));
    return result;
  },
  keyed: ({ entry }, live, planned) => {
    const [there, wanted] = [byId(live), byId(planned)];
    return [...new Set([...there.keys(), ...wanted.keys()])].map((id) =>
      fillEntry(entry, there.get(id), wanted.get(id)),
    );
  },
};

const fillEntry = (entry: Fields, live: unknown, planned: unknown): unknown =>
  live === undefined || planned === undefined ? (live ?? planned) : fillFields(entry, values(live), values(planned));

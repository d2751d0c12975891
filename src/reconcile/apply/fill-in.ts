import type { Field, Fields } from "../../model/field";
import { define } from "../../model/define";
import { type Settings, settingsFields } from "../../model/settings";
import { byId, own, values } from "../plan/merge";

type Values = Readonly<Record<string, unknown>>;

/**
 * Live settings with what a write took along put back: whatever was planned to be there and is absent.
 * What is there stays as it is, since somebody may have changed it meanwhile.
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
  switch (field.kind) {
    case "object":
      return fillFields(field.fields, values(live), values(planned));
    case "map": {
      const result: Record<string, unknown> = {};
      for (const entries of [live, planned])
        for (const key of Object.keys(values(entries)))
          define(result, key, fillEntry(field.entry, own(values(live), key), own(values(planned), key)));
      return result;
    }
    case "keyed": {
      const [there, wanted] = [byId(live), byId(planned)];
      return [...new Set([...there.keys(), ...wanted.keys()])].map((id) =>
        fillEntry(field.entry, there.get(id), wanted.get(id)),
      );
    }
    case "set":
    case "boolean":
    case "integer":
    case "number":
    case "list":
    case "text-or-object":
    case "string":
    case "enum":
    case "json":
      return live;
    default:
      return field satisfies never;
  }
}

const fillEntry = (entry: Fields, live: unknown, planned: unknown): unknown =>
  live === undefined || planned === undefined ? (live ?? planned) : fillFields(entry, values(live), values(planned));

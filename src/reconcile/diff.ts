import { isDeepStrictEqual } from "node:util";
import { compareText } from "../model/canonical";
import type { Field, Fields } from "../model/field";
import { type SettingName, type Settings, settingsFields } from "../model/settings";
import { classify, type Verdict } from "./classify";
import { byId, own, strings, values } from "./merge";

/** One leaf that differs, or one entry that comes or goes whole. Absent is undefined. */
export interface LeafChange extends Verdict {
  /** Such as `analyzers["sql-injection"].blocking`. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The top-level setting that it is in. */
  readonly setting: SettingName;
  /** Something goes away, which only a PUT of the whole settings says under every reading. */
  readonly removes: boolean;
}

type Found = Omit<LeafChange, "setting">;

/** The differences between two settings, leaf by leaf, in the order of the model. */
export function diff(before: Settings, after: Settings): readonly LeafChange[] {
  return Object.keys(settingsFields).flatMap((name) => {
    const setting = name as SettingName;
    return [...changes(settingsFields[setting], setting, before[setting], after[setting])].map((found) => ({
      ...found,
      setting,
    }));
  });
}

function* changes(field: Field, path: string, before: unknown, after: unknown): Generator<Found> {
  switch (field.kind) {
    case "object":
      yield* within(field.fields, path, before, after);
      return;
    case "map": {
      const [from, to] = [values(before), values(after)];
      for (const key of keys(Object.keys(from), Object.keys(to))) {
        const place = `${path}[${JSON.stringify(key)}]`;
        const entry = own(from, key);
        if (Object.hasOwn(to, key)) {
          const found = within(field.entry, place, entry, own(to, key));
          yield* Object.hasOwn(from, key) ? found : appearing(found);
        } else yield leaf(field, place, entry, undefined, true);
      }
      return;
    }
    case "keyed": {
      const [from, to] = [byId(before), byId(after)];
      for (const id of keys(from.keys(), to.keys())) {
        const place = `${path}[${JSON.stringify(id)}]`;
        if (from.has(id) && to.has(id)) yield* within(field.entry, place, from.get(id), to.get(id));
        else yield leaf(field, place, from.get(id), to.get(id), from.has(id));
      }
      return;
    }
    case "set": {
      const [from, to] = [strings(before), strings(after)];
      const lost = from.some((each) => !to.includes(each));
      if (lost || to.some((each) => !from.includes(each))) yield leaf(field, path, before, after, lost);
      return;
    }
    case "boolean":
    case "integer":
    case "string":
    case "enum":
    case "json":
      if (!isDeepStrictEqual(before, after)) yield leaf(field, path, before, after, false);
      return;
    default:
      field satisfies never;
  }
}

function* within(fields: Fields, path: string, before: unknown, after: unknown): Generator<Found> {
  const [from, to] = [values(before), values(after)];
  for (const [name, field] of Object.entries(fields)) yield* changes(field, `${path}.${name}`, from[name], to[name]);
}

/** How an analyzer ran without settings is not known, and so not whether a list of files narrows it. */
function* appearing(found: Iterable<Found>): Generator<Found> {
  for (const { note, ...each } of found)
    if (Array.isArray(each.after) && each.class === "weakens") yield { ...each, class: "unclassified" };
    else yield note === undefined ? each : { ...each, note };
}

const leaf = (field: Field, path: string, before: unknown, after: unknown, removes: boolean): Found => ({
  path,
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
  ...classify(field, before, after),
  removes,
});

const keys = (left: Iterable<string>, right: Iterable<string>): readonly string[] =>
  [...new Set([...left, ...right])].sort(compareText);

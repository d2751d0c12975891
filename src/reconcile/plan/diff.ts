import { isDeepStrictEqual } from "node:util";
import { compareText } from "../../model/fingerprint";
import type { Field, Fields } from "../../model/field";
import { type SettingName, type Settings, settingsFields } from "../../model/settings";
import { type FieldVisitor, visitField } from "../../model/visit-field";
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
  if (before === after) return []; // the same object, as nearly all are in a large account
  return Object.keys(settingsFields).flatMap((name) => {
    const setting = name as SettingName;
    if (before[setting] === after[setting]) return [];
    return [...changes(settingsFields[setting], setting, before[setting], after[setting])].map((found) => ({
      ...found,
      setting,
    }));
  });
}

const changes = (field: Field, path: string, before: unknown, after: unknown): Iterable<Found> =>
  visitField(field, changesOf, path, before, after);

const ofLeaf = (field: Field, path: string, before: unknown, after: unknown): Iterable<Found> =>
  isDeepStrictEqual(before, after) ? [] : [leaf(field, path, before, after, after === undefined)];

const changesOf: FieldVisitor<[path: string, before: unknown, after: unknown], Iterable<Found>> = {
  leaf: ofLeaf,
  list: ofLeaf,
  textOrObject: ofLeaf,
  object: ({ fields }, path, before, after) => inEffect(within(fields, path, before, after), path, before, after),
  *map(field, path, before, after) {
    const [from, to] = [values(before), values(after)];
    for (const key of keys(Object.keys(from), Object.keys(to))) {
      const place = `${path}[${JSON.stringify(key)}]`;
      const entry = own(from, key);
      if (Object.hasOwn(to, key)) {
        yield* inEffect(within(field.entry, place, entry, own(to, key)), place, entry, own(to, key));
      } else yield leaf(field, place, entry, undefined, true);
    }
  },
  *keyed(field, path, before, after) {
    const [from, to] = [byId(before), byId(after)];
    for (const id of keys(from.keys(), to.keys())) {
      const place = `${path}[${JSON.stringify(id)}]`;
      const [entry, next] = [from.get(id), to.get(id)];
      if (from.has(id) && to.has(id)) yield* inEffect(within(field.entry, place, entry, next), place, entry, next);
      else yield leaf(field, place, from.get(id), to.get(id), from.has(id));
    }
  },
  set(field, path, before, after) {
    const [from, to] = [strings(before), strings(after)];
    const lost = from.some((each) => !to.includes(each));
    return lost || to.some((each) => !from.includes(each)) ? [leaf(field, path, before, after, lost)] : [];
  },
};

function* within(fields: Fields, path: string, before: unknown, after: unknown): Generator<Found> {
  const [from, to] = [values(before), values(after)];
  for (const [name, field] of Object.entries(fields)) yield* changes(field, `${path}.${name}`, from[name], to[name]);
}

/**
 * Weighs the leaves of one entry together, since what is switched off does nothing:
 *
 * | enabled            | the other leaves                                                  |
 * |--------------------|-------------------------------------------------------------------|
 * | off afterwards     | neutral: only whether it was on before counts                     |
 * | off before         | neutral: only that it runs now counts                             |
 * | entry was not there| a narrower list of files is unclassified: how it ran is not known |
 */
function* inEffect(found: Iterable<Found>, path: string, before: unknown, after: unknown): Generator<Found> {
  const [was, is] = [values(before)["enabled"], values(after)["enabled"]];
  for (const each of found) {
    const { note, ...plain } = each;
    if ((was === false || is === false) && each.path !== `${path}.enabled`) yield { ...plain, class: "neutral" };
    else if (before === undefined && Array.isArray(each.after) && each.class === "weakens")
      yield { ...plain, class: "unclassified" };
    else yield each;
  }
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

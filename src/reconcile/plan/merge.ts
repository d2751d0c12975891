import { compareSettings, type LeafChange } from "../../model/compare-settings";
import { define, byId, own, sameMembers, texts, values } from "../../model/json";
import { sameSet } from "../../model/same-set";
import type { DesiredConfiguration } from "../../model/desired";
import { type Field, type Fields, type FieldVisitor, visitField } from "../../model/field";
import { type Settings, settingsFields } from "../../model/settings";

export type Values = Readonly<Record<string, unknown>>;

/** The planned settings of a declared configuration, given the live ones. */
export function target(observed: Settings, declared: DesiredConfiguration): Settings {
  const { settings, exclusiveAnalyzers, whole, unordered } = declared;
  if (whole === true) return inOrderOf(settingsFields, observed, settings, sameSet);
  const ordered = unordered === true ? inOrderOf(settingsFields, observed, settings, sameInAnyOrder) : settings;
  return merge(observed, ordered, exclusiveAnalyzers);
}

/**
 * The planned settings: the observed ones with every declared leaf set. Undeclared settings keep their observed
 * values, including unknown fields. When nothing changes, the result is the observed object itself.
 *
 * | declared            | observed | result                                        |
 * |---------------------|----------|-----------------------------------------------|
 * | absent              | anything | observed                                      |
 * | leaf                | anything | declared                                      |
 * | set, the same       | any order| observed (absent and empty are the same)      |
 * | set, another        | anything | declared, also where only an order that counts is another |
 * | map entry, object   | present  | merged leaf by leaf; other entries stay       |
 * | map entry, object   | absent   | declared, including empty sets                |
 * | keyed list          | anything | the declared ids, each merged leaf by leaf    |
 *
 * @param exclusive drops undeclared analyzers
 */
export function merge(observed: Settings, declared: Settings, exclusive = false): Settings {
  const merged: Settings = mergeFields(settingsFields, observed, declared);
  if (!exclusive || merged.analyzers === undefined) return merged;
  const kept = Object.entries(merged.analyzers).filter(([slug]) => Object.hasOwn(declared.analyzers ?? {}, slug));
  return { ...merged, analyzers: Object.fromEntries(kept) };
}

/** Copies only what changes: nearly every configuration of a large account holds what is declared. */
function mergeFields(fields: Fields, observed: Values, declared: Values): Values {
  let result: Record<string, unknown> | undefined;
  for (const name in fields) {
    const [field, want, have] = [fields[name], declared[name], observed[name]];
    if (field === undefined || want === undefined) continue;
    const value = visitField(field, mergeValue, have, want);
    if (value !== have) define((result ??= copy(observed)), name, value);
  }
  return result ?? observed;
}

const replaced = (_field: Field, _observed: unknown, declared: unknown): unknown => declared;

const mergeValue: FieldVisitor<[observed: unknown, declared: unknown], unknown> = {
  leaf: replaced,
  list: replaced,
  textOrObject: replaced,
  set: (field, observed, declared) => (sameSet(field, observed, declared) ? observed : declared),
  object: ({ fields }, observed, declared) =>
    observed === undefined ? declared : mergeFields(fields, values(observed), values(declared)),
  map: ({ entry: fields }, observed, declared) => {
    const before = values(observed);
    let result: Record<string, unknown> | undefined;
    for (const [key, entry] of Object.entries(values(declared))) {
      const found = own(before, key);
      const value = found === undefined ? entry : mergeFields(fields, values(found), values(entry));
      if (value !== found) define((result ??= copy(before)), key, value);
    }
    return result ?? observed ?? {};
  },
  keyed: ({ entry: fields }, observed, declared) => {
    const before = byId(observed);
    const now = [...before.values()];
    const after = [...byId(declared)].map(([id, entry]) => {
      const found = before.get(id);
      const value = mergeFields(fields, found ?? {}, entry);
      return value === found ? found : { ...value, id };
    });
    return after.length === now.length && after.every((each, at) => each === now[at]) ? observed : after;
  },
};

type SameSet = (field: Field, left: unknown, right: unknown) => boolean;

const sameInAnyOrder: SameSet = (_field, left, right) => sameMembers(texts(left), texts(right));

/** The declared settings and no others, with the observed order of each set that is the same. */
function inOrderOf(fields: Fields, observed: Values, declared: Values, isSame: SameSet): Values {
  const result = copy(declared);
  for (const [name, field] of Object.entries(fields)) {
    const [have, want] = [observed[name], declared[name]];
    if (have !== undefined && want !== undefined) define(result, name, visitField(field, reorder, have, want, isSame));
  }
  return result;
}

const reorder: FieldVisitor<[observed: unknown, declared: unknown, isSame: SameSet], unknown> = {
  leaf: replaced,
  list: replaced,
  textOrObject: replaced,
  set: (field, observed, declared, isSame) => (isSame(field, observed, declared) ? observed : declared),
  object: ({ fields }, observed, declared, isSame) => inOrderOf(fields, values(observed), values(declared), isSame),
  map: ({ entry }, observed, declared, isSame) =>
    Object.entries(values(declared)).reduce<Record<string, unknown>>((result, [key, want]) => {
      define(result, key, inOrderOf(entry, values(own(values(observed), key)), values(want), isSame));
      return result;
    }, {}),
  keyed: ({ entry }, observed, declared, isSame) => {
    const before = byId(observed);
    return [...byId(declared)].map(([id, want]) => ({ ...inOrderOf(entry, before.get(id) ?? {}, want, isSame), id }));
  },
};

export const copy = (from: Values): Record<string, unknown> => {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(from)) define(result, key, value);
  return result;
};

/**
 * The differences between two settings that a request can write. A field unknown to the model is one of them only in an
 * analyzer, or in notifications, that one side lacks: it comes and goes with its entry.
 *
 * @param before undefined where there is no configuration yet
 */
export const diff = (before: Settings | undefined, after: Settings): readonly LeafChange[] =>
  compareSettings(before, after).filter(({ isUnwritable }) => isUnwritable !== true);

/** The field inside an entry; "" for the entry as a whole. */
export const fieldIn = (path: string): string => path.slice(path.lastIndexOf("]") + 2);

/**
 * The settings with the former value of each of these leaves.
 *
 * @param former all settings as they were
 * @param changes some of the leaves that differ between `former` and `settings`
 */
export function putBack(settings: Settings, former: Settings, changes: readonly LeafChange[]): Settings {
  return changes.reduce<Values>(
    (now, change) =>
      withValue(now, change.setting, valueOf(own(now, change.setting), own(former, change.setting), change)),
    settings,
  );
}

function valueOf(now: unknown, former: unknown, { setting, key, path, before }: LeafChange): unknown {
  if (key === undefined) {
    const field = path.slice(setting.length + 1);
    return field === "" ? before : unlessGone(withValue(values(now), field, before), former);
  }
  const isKeyed = setting === "code_policies";
  const entries = isKeyed ? Object.fromEntries(byId(now)) : values(now);
  const field = fieldIn(path);
  const entry =
    field === "" ? before : unlessGone(withValue(values(own(entries, key)), field, before), own(values(former), key));
  const all = withValue(entries, key, entry);
  return isKeyed ? Object.values(all) : all;
}

/** An entry without leaves is none, unless it was there: an empty list in it was the same as no list. */
const unlessGone = (value: Values, former: unknown): Values | undefined =>
  former === undefined && Object.keys(value).length === 0 ? undefined : value;

function withValue(from: Values, key: string, value: unknown): Values {
  const { [key]: _former, ...rest } = from;
  const result = copy(rest);
  if (value !== undefined) define(result, key, value);
  return result;
}

import { compareSettings, type LeafChange } from "../../model/compare-settings";
import { define, isObject, byId, own, sameMembers, texts, values } from "../../model/json";
import type { DesiredConfiguration } from "../../model/desired";
import { type Field, type Fields, type FieldVisitor, visitField } from "../../model/field";
import { type Settings, settingsFields } from "../../model/settings";

type Values = Readonly<Record<string, unknown>>;

/** The planned settings of a declared configuration, given the live ones. */
export const target = (observed: Settings, { settings, exclusiveAnalyzers, whole }: DesiredConfiguration): Settings =>
  whole === true ? settings : merge(observed, settings, exclusiveAnalyzers);

/**
 * The planned settings: the observed ones with every declared leaf set. Undeclared settings keep their observed
 * values, including unknown fields. When nothing changes, the result is the observed object itself.
 *
 * | declared            | observed | result                                        |
 * |---------------------|----------|-----------------------------------------------|
 * | absent              | anything | observed                                      |
 * | leaf                | anything | declared                                      |
 * | set, same members   | any order| observed (absent and empty are the same)      |
 * | set, other members  | anything | declared                                      |
 * | map entry, object   | present  | merged leaf by leaf; other entries stay       |
 * | map entry, object   | absent   | declared, including empty sets                |
 * | keyed list          | anything | the declared ids, each merged leaf by leaf    |
 *
 * @param exclusive drops undeclared analyzers
 */
export function merge(observed: Settings, declared: Settings, exclusive = false): Settings {
  const merged: Settings = isSatisfied(settingsFields, observed, declared)
    ? observed
    : mergeFields(settingsFields, observed, declared);
  if (!exclusive || merged.analyzers === undefined) return merged;
  const kept = Object.entries(merged.analyzers).filter(([slug]) => Object.hasOwn(declared.analyzers ?? {}, slug));
  return { ...merged, analyzers: Object.fromEntries(kept) };
}

function mergeFields(fields: Fields, observed: Values, declared: Values): Values {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(observed)) define(result, name, value);
  for (const [name, field] of Object.entries(fields)) {
    if (declared[name] === undefined) continue;
    const value = visitField(field, mergeValue, observed[name], declared[name]);
    if (value !== undefined) define(result, name, value);
  }
  return result;
}

const replaced = (_field: Field, _observed: unknown, declared: unknown): unknown => declared;

const mergeValue: FieldVisitor<[observed: unknown, declared: unknown], unknown> = {
  leaf: replaced,
  list: replaced,
  textOrObject: replaced,
  set: (_field, observed, declared) => (sameMembers(texts(observed), texts(declared)) ? observed : declared),
  object: ({ fields }, observed, declared) =>
    observed === undefined ? declared : mergeFields(fields, values(observed), values(declared)),
  map: ({ entry: fields }, observed, declared) => {
    const result: Record<string, unknown> = {};
    const before = values(observed);
    for (const [key, entry] of Object.entries(before)) define(result, key, entry);
    for (const [key, entry] of Object.entries(values(declared))) {
      const found = own(before, key);
      define(result, key, found === undefined ? entry : mergeFields(fields, values(found), values(entry)));
    }
    return result;
  },
  keyed: ({ entry: fields }, observed, declared) => {
    const before = byId(observed);
    const after = [...byId(declared)];
    if (after.length === 0 && before.size === 0) return observed;
    return after.map(([id, entry]) => ({ ...mergeFields(fields, before.get(id) ?? {}, entry), id }));
  },
};

/**
 * The differences between two settings that a request can write. A field unknown to the model is one of them only in an
 * analyzer, or in notifications, that one side lacks: it comes and goes with its entry.
 */
export const diff = (before: Settings, after: Settings): readonly LeafChange[] =>
  compareSettings(before, after).filter(({ isUnwritable }) => isUnwritable !== true);

/**
 * Whether the declared settings certainly hold already, as for nearly every configuration of a large account, so that
 * merging and comparing can be skipped. Lists must be in the same order: `merge` judges any other.
 */
export function isSatisfied(fields: Fields, observed: Values, declared: Values): boolean {
  for (const name in declared) {
    const want = declared[name];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (want === undefined || field === undefined) continue;
    if (!Object.hasOwn(observed, name) || !visitField(field, valueHolds, observed[name], want)) return false;
  }
  return true;
}

const same = (left: unknown, right: unknown): boolean => left === right;
const isSame = (_field: Field, have: unknown, want: unknown): boolean => have === want;

const valueHolds: FieldVisitor<[have: unknown, want: unknown], boolean> = {
  leaf: isSame,
  list: isSame,
  textOrObject: isSame,
  set: (_field, have, want) => listHolds(have, want, same),
  map: ({ entry }, have, want) => isObject(have) && isObject(want) && mapHolds(entry, have, want),
  keyed: ({ entry }, have, want) => listHolds(have, want, (left, right) => entryHolds(entry, left, right)),
  object: ({ fields }, have, want) => isObject(have) && isObject(want) && isSatisfied(fields, have, want),
};

function mapHolds(entry: Fields, have: Values, want: Values): boolean {
  for (const key in want) {
    const left = Object.hasOwn(have, key) ? have[key] : undefined;
    const right = want[key];
    if (!isObject(left) || !isObject(right) || !isSatisfied(entry, left, right)) return false;
  }
  return true;
}

const entryHolds = (entry: Fields, left: unknown, right: unknown): boolean =>
  isObject(left) && isObject(right) && left["id"] === right["id"] && isSatisfied(entry, left, right);

const listHolds = (have: unknown, want: unknown, matches: (left: unknown, right: unknown) => boolean): boolean =>
  Array.isArray(have) &&
  Array.isArray(want) &&
  have.length === want.length &&
  have.every((each, at) => matches(each, want[at]));

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
  const result: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(from)) if (name !== key) define(result, name, each);
  if (value !== undefined) define(result, key, value);
  return result;
}

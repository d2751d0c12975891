import type { DesiredConfiguration } from "../../model/desired";
import type { Field, Fields } from "../../model/field";
import { define } from "../../model/define";
import { byId, own, sameMembers, texts, values } from "../../model/members";
import { type Settings, settingsFields } from "../../model/settings";
import { type FieldVisitor, visitField } from "../../model/visit-field";
import { isSatisfied } from "./is-satisfied";

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

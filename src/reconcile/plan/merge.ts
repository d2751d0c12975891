import type { DesiredConfiguration } from "../../model/desired";
import type { Field, Fields } from "../../model/field";
import { isObject } from "../../model/json";
import { define } from "../../model/define";
import { sameMembers, texts } from "../../model/members";
import { type Settings, settingsFields } from "../../model/settings";
import { type FieldVisitor, visitField } from "../../model/visit-field";
import { isSatisfied } from "./is-satisfied";

type Values = Readonly<Record<string, unknown>>;

/** What a declared configuration will hold, given what the live one holds. */
export const target = (observed: Settings, { settings, exclusiveAnalyzers, whole }: DesiredConfiguration): Settings =>
  whole === true ? settings : merge(observed, settings, exclusiveAnalyzers);

/**
 * What a configuration will hold: the observed settings with every declared leaf put in. What was
 * not declared stays as it was observed, fields that we do not know included. Where all of it holds
 * already, that is the observed settings themselves.
 *
 * | declared            | observed | result                                        |
 * |---------------------|----------|-----------------------------------------------|
 * | absent              | anything | observed                                      |
 * | leaf                | anything | declared                                      |
 * | set, same members   | any order| observed (absent and empty are the same)      |
 * | set, other members  | anything | declared                                      |
 * | map entry, object   | there    | merged leaf by leaf; other entries stay       |
 * | map entry, object   | absent   | declared, with the sets that are empty        |
 * | keyed list          | anything | the declared ids, each merged leaf by leaf    |
 *
 * @param exclusive analyzers that are not declared are left out
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

/** The value as an object; an absent one is empty. */
export const values = (value: unknown): Values => (isObject(value) ? value : {});

/** A key that is really there, and not one that every object inherits. */
export const own = (value: Values, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);

/** The entries of a keyed list by their id. */
export const byId = (value: unknown): ReadonlyMap<string, Values> =>
  new Map((Array.isArray(value) ? value : []).map((entry: unknown) => [String(values(entry)["id"]), values(entry)]));

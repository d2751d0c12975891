import { isDeepStrictEqual } from "node:util";
import { type Field, type Fields, type FieldVisitor, visitField } from "../../model/field";
import { isObject, define } from "../../model/json";
import { decodeSettings } from "../../model/field-decoder";
import { settingNames, type Settings, settingsFields } from "../../model/settings";
import {
  BigNumber,
  entriesOf,
  objectOf,
  isObjectValue,
  isUnknown,
  type ObjectValue,
  type Value,
  listIn,
} from "../value";

type Live = Readonly<Record<string, unknown>>;

/** The declared leaves as the engine's settings. @param object without unknown values */
export function toSettings(object: ObjectValue): Settings {
  const declared: Record<string, unknown> = {};
  for (const name of settingNames) {
    const value = object[name] ?? null;
    declared[name] =
      settingsFields[name].kind === "keyed" && isObjectValue(value) ? plain(withIds(value)) : plain(value);
  }
  return decodeSettings(declared, "stored");
}

/** The entries of a map by id, as the engine has them: each of them is there, also where nothing of it is declared. */
const withIds = (entries: ObjectValue): readonly Value[] =>
  Object.entries(entries).map(([id, entry]) => ({ ...(isObjectValue(entry) ? entry : {}), id }));

/** The value without Terraform's classes and without null entries. */
function plain(value: Value): unknown {
  if (value instanceof BigNumber) return Number(value.text);
  if (Array.isArray(value)) return (value as readonly Value[]).map(plain);
  if (!isObjectValue(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) if (each !== null) define(result, key, plain(each));
  return result;
}

/**
 * The settings of the service for the managed leaves: those that the state has.
 *
 * | in the state         | gives                                                              |
 * |----------------------|--------------------------------------------------------------------|
 * | nothing              | nothing: the leaf is not managed                                   |
 * | a leaf               | what the service holds, or nothing                                 |
 * | a set                | as it is in the state while the members are the same               |
 * | entries of a map     | those that there are; the others too where they are exclusive      |
 * | entries by id        | all that there are, under the keys of the state                    |
 */
export function managedSettings(state: ObjectValue, live: Settings, exclusive: boolean): ObjectValue {
  const result = managedFields(settingsFields, state, live);
  if (!exclusive) return result;
  const others = Object.entries(live.analyzers ?? {}).filter(
    ([slug]) => !Object.hasOwn(isObjectValue(result["analyzers"]) ? result["analyzers"] : {}, slug),
  );
  if (others.length === 0) return result;
  const entries = others.map(([slug, entry]) => [slug, wholeFields(settingsFields.analyzers.entry, entry)] as const);
  return { ...result, analyzers: objectOf([...entriesOf(result["analyzers"]), ...entries]) };
}

const managedFields = (fields: Fields, state: ObjectValue, live: Live): ObjectValue =>
  objectOf(
    Object.entries(fields).map(([name, field]) => [name, managedValue(field, state[name] ?? null, own(live, name))]),
  );

function managedValue(field: Field, state: Value, live: unknown): Value {
  if (state === null) return null;
  return visitField(field, managedPart, state, live);
}

const asLive = (field: Field, _state: Value, live: unknown): Value => wholeValue(field, live);

/** For values that the state has. */
const managedPart: FieldVisitor<[state: Value, live: unknown], Value> = {
  leaf: asLive,
  list: asLive,
  textOrObject: asLive,
  set: (field, state, live) => (sameMembers(listIn(state), texts(live)) ? state : wholeValue(field, live)),
  object: ({ fields }, state, live) => {
    if (isObject(live) && isObjectValue(state)) return managedFields(fields, state, live);
    return saysNothing(state) ? state : null;
  },
  map: ({ entry: fields }, state, live) => {
    const there = isObject(live) ? live : {};
    const listed = entriesOf(state).filter(([key, entry]) => Object.hasOwn(there, key) || saysNothing(entry));
    return objectOf(
      listed.map(([key, entry]) => [
        key,
        managedFields(fields, isObjectValue(entry) ? entry : {}, objectIn(own(there, key))),
      ]),
    );
  },
  keyed: ({ entry: fields }, state, live) => {
    const there = new Map(itemsOf(live).map((entry) => [idOf(entry), entry]));
    const known = entriesOf(state);
    const held = known.flatMap(([id, entry]): (readonly [string, Value])[] => {
      const found = there.get(id.toLowerCase());
      return found === undefined ? [] : [[id, managedFields(fields, isObjectValue(entry) ? entry : {}, found)]];
    });
    const ids = new Set(known.map(([id]) => id.toLowerCase()));
    const others = [...there].filter(([id]) => !ids.has(id)).map(([, entry]) => wholeEntry(fields, entry));
    return objectOf([...held, ...others]);
  },
};

/** An object whose leaves are not declared or empty lists asks for nothing, and so nothing of it can be missing. */
const saysNothing = (state: Value): boolean =>
  entriesOf(state).every(([, leaf]) => leaf === null || (Array.isArray(leaf) && leaf.length === 0));

/** All settings of the service, as after an import. */
export const allSettings = (live: Settings): ObjectValue => wholeFields(settingsFields, live);

const wholeFields = (fields: Fields, live: Live): ObjectValue =>
  objectOf(Object.entries(fields).map(([name, field]) => [name, wholeValue(field, own(live, name))]));

const wholeEntry = (fields: Fields, live: Live): readonly [string, ObjectValue] => [
  String(live["id"]),
  wholeFields(fields, live),
];

function wholeValue(field: Field, live: unknown): Value {
  if (live === undefined || live === null) return null;
  if (field.kind === "set") return texts(live);
  if (field.kind === "object") return wholeFields(field.fields, objectIn(live));
  if (field.kind === "keyed") return objectOf(itemsOf(live).map((entry) => wholeEntry(field.entry, entry)));
  if (field.kind === "map")
    return objectOf(
      Object.entries(objectIn(live)).map(([key, entry]) => [key, wholeFields(field.entry, objectIn(entry))]),
    );
  return typeof live === "string" || typeof live === "number" || typeof live === "boolean"
    ? live
    : JSON.stringify(live);
}

/**
 * What is declared, as the state has it: a set is no change when it is only written in another order, and entries by
 * id are none when only an id is spelled in another way.
 */
export const inStateOrder = (declared: ObjectValue, state: ObjectValue): ObjectValue => ({
  ...declared,
  ...orderedFields(settingsFields, declared, state),
});

const orderedFields = (fields: Fields, declared: ObjectValue, state: ObjectValue): ObjectValue =>
  objectOf(
    Object.entries(fields).map(([name, field]) => [
      name,
      orderedValue(field, declared[name] ?? null, state[name] ?? null),
    ]),
  );

function orderedValue(field: Field, declared: Value, state: Value): Value {
  if (declared === null || state === null || isUnknown(declared)) return declared;
  if (field.kind === "set") {
    const [left, right] = [listIn(declared), listIn(state)];
    return !left.some(isUnknown) && left.length === right.length && sameMembers(left, right) ? state : declared;
  }
  if (field.kind === "object")
    return isObjectValue(declared) && isObjectValue(state) ? orderedFields(field.fields, declared, state) : declared;
  if (field.kind === "map")
    return objectOf(
      entriesOf(declared).map(([key, entry]) => {
        const before = isObjectValue(state) ? (own(state, key) as Value | undefined) : undefined;
        return [key, isObjectValue(entry) && isObjectValue(before) ? orderedFields(field.entry, entry, before) : entry];
      }),
    );
  if (field.kind === "keyed") {
    const before = new Map(entriesOf(state).map(([id, entry]) => [id.toLowerCase(), entry]));
    const entries = entriesOf(declared).map(([id, entry]): readonly [string, Value] => {
      const found = before.get(id.toLowerCase());
      return [id, isObjectValue(entry) && isObjectValue(found) ? orderedFields(field.entry, entry, found) : entry];
    });
    const same =
      entries.length === before.size &&
      entries.every(([id, entry]) => isDeepStrictEqual(entry, before.get(id.toLowerCase())));
    return same ? state : objectOf(entries);
  }
  return declared;
}

/** The same for all spellings of an id: the state keeps the user's. */
const idOf = (entry: Live): string => (typeof entry["id"] === "string" ? entry["id"].toLowerCase() : "");
const own = (value: Live, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);
const objectIn = (value: unknown): Live => (isObject(value) ? value : {});
const itemsOf = (value: unknown): readonly Live[] => (Array.isArray(value) ? value.filter(isObject) : []);
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

function sameMembers(left: readonly Value[], right: readonly Value[]): boolean {
  const members = new Set(left);
  return members.size === new Set(right).size && right.every((each) => members.has(each));
}

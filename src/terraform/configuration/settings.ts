import { isDeepStrictEqual } from "node:util";
import {
  type Field,
  type Fields,
  type FieldVisitor,
  type KeyedField,
  type MapField,
  visitField,
} from "../../model/field";
import { byId, isObject, own, sameMembers, texts, values } from "../../model/json";
import { decodeSettings } from "../../model/field-decoder";
import { normalForm } from "../../model/normal-form";
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
  const declared = Object.entries(value).filter(([, each]) => each !== null);
  return objectOf(declared.map(([key, each]) => [key, plain(each)] as const));
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
  const held = new Set(entriesOf(result["analyzers"]).map(([slug]) => normalForm(slug)));
  const others = Object.entries(live.analyzers ?? {}).filter(([slug]) => !held.has(normalForm(slug)));
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
  set: (field, state, live) => (sameMembers(texts(state), texts(live)) ? state : wholeValue(field, live)),
  object: ({ fields }, state, live) => {
    if (isObject(live) && isObjectValue(state)) return managedFields(fields, state, live);
    return saysNothing(state) ? state : null;
  },
  map: managedEntries,
  keyed: managedEntries,
};

type Collection = MapField | KeyedField;

/** The entries that the service holds, under their keys. */
const liveEntries = ({ kind }: Collection, live: unknown): readonly (readonly [string, Live])[] =>
  kind === "keyed" ? [...byId(live)] : Object.entries(values(live)).map(([key, entry]) => [key, values(entry)]);

/** The same for all spellings of an id, and all normal forms of a slug: the state keeps the user's. */
const spelled = ({ kind }: Collection, key: string): string => (kind === "keyed" ? key.toLowerCase() : normalForm(key));

function managedEntries(field: Collection, state: Value, live: unknown): ObjectValue {
  const there = new Map(liveEntries(field, live).map((each) => [spelled(field, each[0]), each]));
  const held = entriesOf(state).flatMap(([key, entry]): (readonly [string, Value])[] => {
    const [, found] = there.get(spelled(field, key)) ?? [];
    if (found === undefined && (field.kind === "keyed" || !saysNothing(entry))) return [];
    return [[key, managedFields(field.entry, isObjectValue(entry) ? entry : {}, found ?? {})]];
  });
  if (field.kind === "map") return objectOf(held);
  for (const [key] of entriesOf(state)) there.delete(spelled(field, key));
  return objectOf([
    ...held,
    ...[...there.values()].map(([id, entry]) => [id, wholeFields(field.entry, entry)] as const),
  ]);
}

/** An object whose leaves are not declared or empty lists asks for nothing, and so nothing of it can be missing. */
const saysNothing = (state: Value): boolean =>
  entriesOf(state).every(([, leaf]) => leaf === null || (Array.isArray(leaf) && leaf.length === 0));

/** All settings of the service, as after an import. */
export const allSettings = (live: Settings): ObjectValue => wholeFields(settingsFields, live);

const wholeFields = (fields: Fields, live: Live): ObjectValue =>
  objectOf(Object.entries(fields).map(([name, field]) => [name, wholeValue(field, own(live, name))]));

function wholeValue(field: Field, live: unknown): Value {
  if (live === undefined || live === null) return null;
  if (field.kind === "set") return texts(live);
  if (field.kind === "object") return unlessEmpty(wholeFields(field.fields, values(live)));
  if (field.kind === "keyed" || field.kind === "map") {
    const entries = liveEntries(field, live).map(([key, entry]) => [key, wholeFields(field.entry, entry)] as const);
    return field.kind === "map" ? unlessEmpty(objectOf(entries)) : objectOf(entries); // no policies are a decision
  }
  return typeof live === "string" || typeof live === "number" || typeof live === "boolean"
    ? live
    : JSON.stringify(live);
}

/** An object without members asks for nothing, and so nobody declares it. */
const unlessEmpty = (object: ObjectValue): Value =>
  Object.values(object).every((each) => each === null) ? null : object;

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
  switch (field.kind) {
    case "set": {
      const before = texts(state);
      return listIn(declared).length === before.length && sameMembers(texts(declared), before) ? state : declared;
    }
    case "object":
      return isObjectValue(declared) && isObjectValue(state) ? orderedFields(field.fields, declared, state) : declared;
    case "map":
    case "keyed": {
      const before = new Map(entriesOf(state).map(([key, entry]) => [spelled(field, key), entry]));
      const entries = entriesOf(declared).map(([key, entry]): readonly [string, Value] => {
        const found = before.get(spelled(field, key));
        return [key, isObjectValue(entry) && isObjectValue(found) ? orderedFields(field.entry, entry, found) : entry];
      });
      const isSame = ([key, entry]: readonly [string, Value]): boolean =>
        isDeepStrictEqual(entry, before.get(spelled(field, key)));
      return entries.length === before.size && entries.every(isSame) ? state : objectOf(entries);
    }
    default:
      return declared;
  }
}

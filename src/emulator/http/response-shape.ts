import type { Kind, Operation } from "../../api/operation";
import type { Field, Fields } from "../../model/field";
import { isObject, type Json, type JsonObject } from "../../model/json";
import { settingsFields } from "../../model/settings";
import type { Profile } from "../profile/profile";
import type { AccountStore } from "../state/store";
import { isList } from "../state/write-semantics";
import { shuffled } from "../support/deterministic";

/** The kinds that the profile's `unset` applies to; for the others the specification says which fields are null. */
const shapedKinds: ReadonlySet<Kind> = new Set([
  "accounts",
  "repositories",
  "analyzers",
  "custom policies",
  "configurations",
]);

/** Creates the function that converts each object of a response: the profile's `unset`, `defaults` and `order`. */
export function responseShape(
  { kind, answers }: Operation,
  profile: Profile,
  account: AccountStore | undefined,
): (item: object) => object {
  const fields = itemFields(answers[200] ?? answers[201]);
  if (fields === undefined || !shapedKinds.has(kind)) return (item) => item;
  const steps: ((item: JsonObject) => JsonObject)[] = [];
  if (kind === "configurations" && profile.defaults === "always" && account !== undefined)
    steps.push((item) => withSettings(item, (settings) => withDefaults(settings, account)));
  if (profile.unset === "null") steps.push((item) => withNulls(fields, item));
  if (profile.unset === "absent") steps.push((item) => withoutNulls(fields, item));
  if (kind === "configurations" && profile.order === "shuffled")
    steps.push((item) => withSettings(item, shuffleSettings));
  return (item) => steps.reduce((object, step) => step(object), item as JsonObject);
}

/** The fields of the objects under `data`. */
function itemFields(answer: Fields | string | undefined): Fields | undefined {
  const data = typeof answer === "object" ? answer["data"] : undefined;
  const item = data?.kind === "list" ? data.item : data;
  return item?.kind === "object" ? item.fields : undefined;
}

const withSettings = (item: JsonObject, change: (settings: JsonObject | null) => JsonObject | null): JsonObject => ({
  ...item,
  configuration: change((item["configuration"] ?? null) as JsonObject | null),
});

/** Adds every absent field that may be null, as null. */
function withNulls(fields: Fields, item: JsonObject): JsonObject {
  const missing = Object.entries(fields)
    .filter(([, { required, neverNull }]) => required !== true && neverNull !== true)
    .map(([name, { wire = name }]): [string, null] => [wire, null]);
  return Object.fromEntries([...missing, ...Object.entries(changeWithin(fields, item, withNulls))]);
}

/** Removes every optional field that is null. */
function withoutNulls(fields: Fields, item: JsonObject): JsonObject {
  const optional = new Set(
    Object.entries(fields).flatMap(([name, { required, wire = name }]) => (required === true ? [] : [wire])),
  );
  const left = Object.entries(changeWithin(fields, item, withoutNulls));
  return Object.fromEntries(left.filter(([name, value]) => value !== null || !optional.has(name)));
}

type Change = (fields: Fields, item: JsonObject) => JsonObject;

/** Applies a change to all nested objects. */
const changeWithin = (fields: Fields, item: JsonObject, change: Change): JsonObject =>
  mapValues(item, (value, name) => changeValue(fieldNamed(fields, name), value, change));

function changeValue(field: Field | undefined, value: Json, change: Change): Json {
  const entry =
    (fields: Fields) =>
    (each: Json): Json =>
      isObject(each) ? change(fields, each) : each;
  if (isList(value)) return field?.kind === "keyed" ? value.map(entry(field.entry)) : value;
  if (!isObject(value)) return value;
  if (field?.kind === "object") return change(field.fields, value);
  return field?.kind === "map" ? mapValues(value, entry(field.entry)) : value;
}

const mapValues = (item: JsonObject, change: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, change(value, name)]));

/** The field with a name on the wire. */
const fieldNamed = (fields: Fields, wanted: string): Field | undefined =>
  Object.entries(fields).find(([name, { wire = name }]) => wire === wanted)?.[1];

const settings: Field = { kind: "object", fields: settingsFields, description: "" };

/** Shuffles the unordered collections within settings. */
const shuffleSettings = (given: JsonObject | null): JsonObject | null =>
  given === null ? null : (shuffleValue(settings, given) as JsonObject);

function shuffleValue(field: Field | undefined, value: Json): Json {
  if (isList(value)) return field?.kind === "set" || field?.kind === "keyed" ? shuffled(value) : value;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]): [string, Json] => [
    key,
    shuffleValue(fieldWithin(field, key), each),
  ]);
  return Object.fromEntries(field?.kind === "map" ? shuffled(entries) : entries);
}

function fieldWithin(field: Field | undefined, key: string): Field | undefined {
  if (field?.kind === "map") return { kind: "object", fields: field.entry, description: "" };
  return field?.kind === "object" ? fieldNamed(field.fields, key) : undefined;
}

/** The values that the emulated service fills in; the specification does not name any. */
const defaultAnalyzer = {
  silent: false,
  blocking: false,
  risk_level: "medium",
  excludes: [],
  includes: [],
} as const;

const defaultSettings = {
  comment: "enabled",
  show_scan_confirmation: false,
  risk_threshold: 0,
  code_policies: [],
  notifications: { enabled: false, deduplicate: false, integrationNames: [] },
} as const;

/** Settings completed with a value for every leaf and an entry for every analyzer of the account. */
export function withDefaults(settings: JsonObject | null, { analyzers }: AccountStore): JsonObject {
  const given = settings?.["analyzers"];
  const slugs = analyzers.map(({ slug, enabled }): [string, JsonObject] => [slug, { enabled, ...defaultAnalyzer }]);
  const filled = Object.entries(isObject(given) ? given : {}).map(([slug, setting]): [string, Json] => [
    slug,
    { enabled: true, ...defaultAnalyzer, ...(isObject(setting) ? setting : {}) },
  ]);
  const notifications = settings?.["notifications"];
  return {
    ...defaultSettings,
    ...settings,
    analyzers: Object.fromEntries([...slugs, ...filled]),
    notifications: { ...defaultSettings.notifications, ...(isObject(notifications) ? notifications : {}) },
  };
}

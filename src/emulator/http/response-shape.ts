import type { Kind, Operation } from "../../api/operation";
import type { Field, Fields } from "../../model/field";
import { isObject, type Json, type JsonObject, texts } from "../../model/json";
import { isOrdered } from "../../model/same-set";
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
  { unset, defaults, order }: Profile,
  account: AccountStore | undefined,
): (item: object) => object {
  const field = itemField(answers[200] ?? answers[201]);
  if (field === undefined || !shapedKinds.has(kind)) return (item) => item;
  const isConfiguration = kind === "configurations";
  const changes: readonly Change[] = [
    ...(unset === "null" ? [withNulls] : []),
    ...(unset === "absent" ? [withoutNulls] : []),
    ...(isConfiguration && order === "shuffled" ? [inAnyOrder] : []),
  ];
  return (item) => {
    const filled = isConfiguration && defaults === "always" && account !== undefined ? filledIn(item, account) : item;
    return changes.reduce<Json>((value, change) => changeAll(field, value, change), filled as JsonObject) as JsonObject;
  };
}

/** The field of the objects under `data`. */
function itemField(answer: Fields | string | undefined): Field | undefined {
  const data = typeof answer === "object" ? answer["data"] : undefined;
  return data?.kind === "list" ? data.item : data;
}

const filledIn = (item: { readonly configuration?: JsonObject | null }, account: AccountStore): object => ({
  ...item,
  configuration: withDefaults(item.configuration ?? null, account),
});

/** Changes an object or a list, whose content is changed already. */
type Change = (field: Field | undefined, value: JsonObject | readonly Json[]) => Json;

/** Applies a change to a value and to everything in it. */
function changeAll(field: Field | undefined, value: Json, change: Change): Json {
  if (isList(value))
    return change(
      field,
      value.map((each) => changeAll(fieldWithin(field, ""), each, change)),
    );
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]): [string, Json] => [
    key,
    changeAll(fieldWithin(field, key), each, change),
  ]);
  return change(field, Object.fromEntries(entries));
}

/** The field of an entry, or of an item, of a value. */
function fieldWithin(field: Field | undefined, key: string): Field | undefined {
  if (field?.kind === "object")
    return Object.entries(field.fields).find(([name, { wire = name }]) => wire === key)?.[1];
  return field?.kind === "map" || field?.kind === "keyed"
    ? { kind: "object", fields: field.entry, description: "" }
    : undefined;
}

/** Adds every absent field that may be null, as null. */
const withNulls: Change = (field, value) => {
  if (field?.kind !== "object" || isList(value)) return value;
  const missing = Object.entries(field.fields)
    .filter(([, { required, neverNull }]) => required !== true && neverNull !== true)
    .map(([name, { wire = name }]): [string, null] => [wire, null]);
  return { ...Object.fromEntries(missing), ...value };
};

/** Removes every optional field that is null. */
const withoutNulls: Change = (field, value) => {
  if (field?.kind !== "object" || isList(value)) return value;
  const isOptional = (known: Field | undefined): boolean => known !== undefined && known.required !== true;
  const left = Object.entries(value).filter(([key, each]) => each !== null || !isOptional(fieldWithin(field, key)));
  return Object.fromEntries(left);
};

/** Shuffles collections, but patterns whose order means something. */
const inAnyOrder: Change = (field, value) => {
  if (isList(value)) {
    const isFree = field?.kind === "keyed" || (field?.kind === "set" && !isOrdered(field, texts(value)));
    return isFree ? shuffled(value) : value;
  }
  return field?.kind === "map" ? Object.fromEntries(shuffled(Object.entries(value))) : value;
};

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

import type { Fields } from "../model/field";
import { isObject } from "../model/json";
import { settingsFields } from "../model/settings";
import { accepts, refused, taken } from "../model/taken";
import { isUuid } from "../model/uuid";
import { IdOf } from "./evaluate";
import type { AssignmentsShape, ConfigurationShape, Manifest, ProviderShape } from "./shapes";

/**
 * Quick checks of what is nearly always right, in the manner of `model/taken.ts`: what they take, the
 * shapes take. What they do not take is for the shapes to judge.
 */

const text = { kind: "string", description: "" } as const;
const flag = { kind: "boolean", description: "" } as const;
const texts = { kind: "set", gaining: "strengthens", description: "" } as const;

const attributes: Fields = { ...settingsFields, name: text, renamed_from: texts, exclusive_analyzers: flag };

/** The attributes of a configuration in normal form; undefined where they are not taken. */
export function configurationOf(value: unknown): ConfigurationShape | undefined {
  const normal = taken(attributes, "declared")(value);
  return normal !== refused && isNamed(normal) ? normal : undefined;
}

const isNamed = (value: Readonly<Record<string, unknown>>): value is ConfigurationShape =>
  typeof value["name"] === "string" && value["name"] !== "";

const ruleFields: Fields = { leave: flag, repository_ids: texts, repository_names: texts, repository_pattern: text };

function isRule(value: unknown): boolean {
  // what could not be evaluated is there without a value
  if (!isObject(value) || Object.values(value).includes(undefined)) return false;
  const { configuration_id: id = null, ...rest } = value;
  const isId = id === null || id instanceof IdOf || (typeof id === "string" && isUuid(id));
  return isId && accepts(ruleFields, "declared")(rest);
}

export const isAssignments = (value: unknown): value is AssignmentsShape =>
  isObject(value) &&
  Object.keys(value).join() === "rules" &&
  Array.isArray(value["rules"]) &&
  value["rules"].every(isRule);

const providerFields: Fields = { alias: text, base_url: text, account_id: text };

/** Not one with a managed_scope, of which an app has few. */
export const isProvider = (value: unknown): value is ProviderShape => accepts(providerFields, "declared")(value);

/** Not one in which the app has something to say. */
export const isManifest = (value: unknown): value is Manifest =>
  isObject(value) && isObject(value["stacks"]) && Object.values(value["stacks"]).every(isQuietStack);

const stackFields: Fields = {
  name: { ...text, required: true },
  constructPath: text,
  synthesizedStackPath: { ...text, required: true },
};

const isQuietStack = (value: unknown): boolean =>
  accepts(stackFields, "received")(value) &&
  isObject(value) &&
  value["constructPath"] !== null &&
  (value["annotations"] === undefined || (Array.isArray(value["annotations"]) && value["annotations"].length === 0));

/** A document of which nothing is known yet but that it has keys. */
export const isDocument = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Object.hasOwn(value, "__proto__");

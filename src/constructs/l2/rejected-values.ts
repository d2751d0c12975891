import { Lazy, Token } from "cdktf";
import {
  configurationAttributes,
  deepscanInputFields,
  managedScopeFields,
  providerFields,
  ruleFields,
  triageFields,
} from "../../model/declared-fields";
import { type Fields, propertyName } from "../../model/field";
import { define } from "../../model/json";
import { analyzerFields, codePolicyFields, notificationFields } from "../../model/settings";
import { isProperties, kindOf } from "../../model/value-kind";
import { isEncodedList, isEncodedMap, isSpreadToken, isToken } from "./tokens";

// What is wrong is synthesized as it was given, so that the rest is not taken for the whole.

const given = new WeakSet<object>();

/** Whether something is the placeholder of a value that is wrong and has been reported. */
export const isRejected = (value: unknown): boolean => typeof value === "object" && value !== null && given.has(value);

/** A token that is synthesized as a value was given, under the names of attributes. */
export function keepRejected(value: unknown): object {
  const plain = plainOf(value, []) ?? null;
  const token = Lazy.anyValue({ produce: () => plain });
  given.add(token);
  return token;
}

const attributeNames: ReadonlyMap<string, string> = new Map(
  (
    [
      ...[configurationAttributes, analyzerFields, codePolicyFields, notificationFields, ruleFields, triageFields],
      ...[deepscanInputFields, providerFields, managedScopeFields],
    ] as readonly Fields[]
  ).flatMap((fields) => Object.keys(fields).map((name) => [propertyName(name), name] as const)),
);

/** What a construct is referred to by, and the attribute that holds it. */
const references = [
  ["configurationId", "configuration", "configuration_id"],
  ["codePolicyId", "policy", "id"],
] as const;

/** Maximum nesting depth: deeper values are named by their kind. */
const deepest = 20;

const unknownList = "a list that only Terraform knows";

/** The only member of a list token of numbers. */
const isListOfNumbers = (value: unknown): boolean => typeof value === "number" && Token.isUnresolved([value]);

/** JSON, with the tokens that can be synthesized. @param around the objects that it is in */
function plainOf(value: unknown, around: readonly unknown[]): unknown {
  if (isEncodedList(value) || isListOfNumbers(value)) return unknownList;
  if (isToken(value)) return value;
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : kindOf(value);
    case "undefined":
      return undefined;
    case "object":
      return value === null ? null : objectOf(value, around);
    default:
      return kindOf(value);
  }
}

function objectOf(value: object, around: readonly unknown[]): unknown {
  if ("node" in value) for (const [id] of references) if (id in value) return plainOf(Reflect.get(value, id), around);
  if (around.includes(value) || around.length === deepest) return kindOf(value);
  const inside = [...around, value];
  if (Array.isArray(value)) return Array.from(value, (each: unknown) => plainOf(each, inside) ?? null);
  if (!isProperties(value) || "node" in value) return kindOf(value);
  if (isSpreadToken(value)) return "an expression that was spread";
  const plain: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value))
    if (isEncodedMap(key)) plain["a map that only Terraform knows"] = true;
    else if (isEncodedList(key)) plain[unknownList] = true;
    else define(plain, nameOf(key), plainOf(each, inside));
  return plain;
}

function nameOf(key: string): string {
  const attribute = references.find(([, property]) => property === key)?.[2];
  return attribute ?? attributeNames.get(key) ?? key;
}

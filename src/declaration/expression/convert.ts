import {
  parseNumber,
  flag,
  isMapping,
  isSequence,
  type Mapping,
  numeric,
  type Sequence,
  setItems,
  text,
  typeOf,
  type Value,
} from "./value";
import { aOf, isSame, type Type, unify, listOf, string } from "./type";
import { refuse } from "../refusals";

/**
 * Converts a value as Terraform does for an argument of this type. `any` is the type of the value, and inside of a
 * collection the one that its items share.
 *
 * @throws CannotEvaluate where Terraform refuses it, or converts by rules that are not repeated here
 */
export function convert(value: Value, type: Type): Value {
  if (type.kind === "any") return value;
  if (value.kind === "null") return { kind: "null", type };
  switch (type.kind) {
    case "list":
    case "set":
      return isSequence(value) ? sequence(value, type) : wrong(value, type);
    case "map":
      return isMapping(value) ? mapping(value, type.element) : wrong(value, type);
    case "tuple":
      if (value.kind !== "tuple" || value.items.length !== type.items.length) return wrong(value, type);
      return { kind: "tuple", items: value.items.map((item, at) => convert(item, type.items[at] ?? refuse())) };
    case "object":
      return isMapping(value) ? object(value, type) : wrong(value, type);
    default:
      return primitive(value, type.kind);
  }
}

const wrong = (value: Value, type: Type): never =>
  refuse(`has a value of the type ${typeOf(value).kind} where ${aOf(type)} is expected.`, "arguments");

function primitive(value: Value, kind: Type["kind"]): Value {
  if (value.kind === kind || (value.kind === "later" && kind === "string")) return value;
  if (kind === "string" && (value.kind === "number" || value.kind === "bool")) return text(String(value.value));
  if (kind === "number" && value.kind === "string" && /^-?\d+(\.\d+)?$/.test(value.value))
    return numeric(parseNumber(value.value));
  if (kind === "bool" && value.kind === "string" && /^(true|false|1|0)$/.test(value.value))
    return flag(value.value === "true" || value.value === "1");
  return wrong(value, { kind } as Type);
}

function sequence(value: Sequence, type: Type & { readonly element: Type }): Value {
  const element = elementOf(value.kind === "tuple" ? value.items.map(typeOf) : [value.element], type.element);
  const kind = type.kind === "set" ? "set" : "list";
  if (value.kind === kind && isSame(value.element, element)) return value;
  const items = value.items.map((item) => convert(item, element));
  return { kind, element, items: kind === "set" ? setItems(items) : items };
}

function mapping(value: Mapping, wanted: Type): Value {
  const entries = [...value.entries];
  const element = elementOf(
    value.kind === "object" ? entries.map(([, each]) => typeOf(each)) : [value.element],
    wanted,
  );
  return { kind: "map", element, entries: new Map(entries.map(([key, each]) => [key, convert(each, element)])) };
}

function object(value: Mapping, { attributes, optional }: Type & { readonly kind: "object" }): Value {
  if (value.kind === "map") refuse("has a map where an object is expected, which only terraform converts.");
  const entries = new Map<string, Value>();
  for (const [name, type] of attributes) {
    const given = value.entries.get(name);
    if (given === undefined && optional?.has(name) !== true) refuse(`lacks the attribute ${JSON.stringify(name)}.`);
    entries.set(name, given === undefined ? { kind: "null", type } : convert(given, type));
  }
  return { kind: "object", entries };
}

/** The type of the items of a collection: the one that is wanted, with what is `any` there found from the items. */
function elementOf(given: readonly Type[], wanted: Type): Type {
  if (wanted.kind === "any") return unify(given) ?? refuse("has items whose types have nothing in common.");
  if (!hasAny(wanted)) return wanted;
  return refuse("is converted to a type with `any` inside of another, which only terraform does.");
}

const hasAny = (type: Type): boolean =>
  type.kind === "any" ||
  ("element" in type && hasAny(type.element)) ||
  (type.kind === "tuple" && type.items.some(hasAny)) ||
  (type.kind === "object" && [...type.attributes.values()].some(hasAny));

/** The maximum length of a text that is evaluated, before and after. */
export const longestText = 10_000;

export const tooLong = "is longer than 10,000 characters, which is more than any name needs. Shorten it.";

/** @throws CannotEvaluate where a text of this length is not to be made */
export function checkLength(length: number): void {
  if (length > longestText) refuse(`becomes a string that ${tooLong}`);
}

/** What a function makes of its arguments. @throws CannotEvaluate where Terraform refuses them, or only it takes them */
export type Call = (args: readonly Value[]) => Value;

/** Checks the number of arguments. */
export const takes =
  (least: number, most: number, call: Call): Call =>
  (args) => {
    if (args.length < least) refuseNumber(args, "few");
    if (args.length > most) refuseNumber(args, "many");
    return call(args);
  };

const refuseNumber = ({ length }: readonly Value[], what: "few" | "many"): never =>
  refuse(`has ${String(length)} arguments, which is too ${what}.`, "arguments");

export function given(value: Value | undefined): Exclude<Value, { kind: "null" }> {
  if (value === undefined || value.kind === "null") return refuse("has an argument that is null.");
  return value;
}

/** An argument as text, which must be known. */
export function textOf(value: Value | undefined): string {
  const found = convert(given(value), string);
  if (found.kind === "string") return found.value;
  return refuse("makes a string of an id that is known only later.");
}

/** The items of an argument that Terraform takes as a list of strings. */
export const textsOf = (value: Value): readonly string[] => {
  const found = convert(given(value), listOf(string));
  return isSequence(found) ? found.items.map(textOf) : refuse();
};

export function sequenceOf(value: Value | undefined, what: string): Sequence {
  const found = given(value);
  return isSequence(found) ? found : refuse(`has ${aOf(typeOf(found))} where ${what} is expected.`);
}

export function mappingOf(value: Value | undefined): Mapping {
  const found = given(value);
  return isMapping(found) ? found : refuse(`has ${aOf(typeOf(found))} where a map or an object is expected.`);
}

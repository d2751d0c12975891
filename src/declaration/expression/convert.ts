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
import { aOf, isSame, type Type, unify } from "./type";
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
  if (kind === "string" && value.kind === "number") return text(String(value.value));
  if (kind === "string" && value.kind === "bool") return text(String(value.value));
  if (kind === "number" && value.kind === "string" && /^-?\d+(\.\d+)?$/.test(value.value))
    return numeric(parseNumber(value.value));
  if (kind === "bool" && value.kind === "string" && (value.value === "true" || value.value === "1")) return flag(true);
  if (kind === "bool" && value.kind === "string" && (value.value === "false" || value.value === "0"))
    return flag(false);
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

import { cannot } from "./cannot-evaluate";
import { parseExpression } from "./parse-expression";
import type { Expression } from "./syntax";
import { any, bool, listOf, mapOf, number, setOf, string, type Type } from "./value";

const simple: ReadonlyMap<string, Type> = new Map([
  ["string", string],
  ["number", number],
  ["bool", bool],
  ["any", any],
  ["list", listOf(any)],
  ["map", mapOf(any)],
]);

const collections: ReadonlyMap<string, (element: Type) => Type> = new Map([
  ["list", listOf],
  ["set", setOf],
  ["map", mapOf],
]);

/** The type that a variable's `type` writes, such as `list(string)`. @throws CannotEvaluate */
export const parseType = (text: string): Type => typeIn(parseExpression(text));

const unknown = (): never => cannot("is none that the CLI reads.");

function typeIn(expression: Expression | undefined): Type {
  if (expression?.kind === "reference" && expression.steps.length === 1)
    return simple.get(expression.steps[0]) ?? unknown();
  if (expression?.kind !== "call" || expression.args.length !== 1) return unknown();
  const [inside] = expression.args;
  if (expression.name === "tuple" && inside?.kind === "tuple")
    return { kind: "tuple", items: inside.items.map(typeIn) };
  if (expression.name === "object" && inside?.kind === "object") return objectIn(inside.entries);
  return collections.get(expression.name)?.(typeIn(inside)) ?? unknown();
}

function objectIn(entries: readonly (readonly [Expression, Expression])[]): Type {
  const attributes = new Map<string, Type>();
  const optional = new Set<string>();
  for (const [key, value] of entries) {
    const name = key.kind === "name" && !attributes.has(key.value) ? key.value : unknown();
    if (value.kind === "call" && value.name === "optional") {
      if (value.args.length !== 1) cannot("has a default inside of it, which only terraform fills in.");
      optional.add(name);
    }
    attributes.set(name, typeIn(value.kind === "call" && value.name === "optional" ? value.args[0] : value));
  }
  return { kind: "object", attributes, optional };
}

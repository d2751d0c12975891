import { isObject } from "../../model/json";
import { deepest } from "../is-plain";
import { parseTemplate } from "../template";
import { CannotEvaluate, cannot } from "./cannot-evaluate";
import { evaluateExpression } from "./evaluate-expression";
import { longestText } from "./functions/longest-text";
import { Limits } from "./limits";
import { parseExpression } from "./parse-expression";
import { fromPlain } from "./plain";
import type { Expression } from "./syntax";
import type { Value } from "./value";

/** A value of JSON in which nothing may be referred to or called, such as a default. @throws CannotEvaluate */
export const constantOf = (value: unknown): Value => fromPlain(unescaped(value, 0), () => false);

function unescaped(value: unknown, depth: number): unknown {
  if (depth > deepest) cannot("is nested deeper than anything that can be declared.");
  if (typeof value === "string") return literal(value);
  if (Array.isArray(value)) return value.map((each: unknown) => unescaped(each, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [literal(key), unescaped(each, depth + 1)]));
}

function literal(text: string): string {
  if (!text.includes("{")) return text;
  const [part, ...others] = parseTemplate(text);
  if (part !== undefined && "literal" in part && others.length === 0) return part.literal;
  return cannot("refers to something. Write it out.");
}

/** The value of an expression in which nothing is referred to or called. The messages never quote it. @throws CannotEvaluate */
export function parseConstant(text: string): Value {
  if (text.length > longestText) cannot("is longer than 10,000 characters. Write a default instead.");
  const parsed = attempt(text);
  if (parsed === undefined || hasMore(parsed)) return cannot('is not an expression of literals, such as ["a", "b"].');
  return evaluateExpression(parsed, { limits: new Limits(), resolve: () => cannot() });
}

function attempt(text: string): Expression | undefined {
  try {
    return parseExpression(text);
  } catch (thrown) {
    if (thrown instanceof CannotEvaluate) return undefined;
    throw thrown;
  }
}

/** Whether an expression is more than literals. */
function hasMore(expression: Expression): boolean {
  switch (expression.kind) {
    case "literal":
      return false;
    case "text":
      return expression.parts.some(hasMore);
    case "tuple":
      return expression.items.some(hasMore);
    case "object":
      return expression.entries.some(([key, value]) => hasMore(key) || hasMore(value));
    default:
      return true;
  }
}

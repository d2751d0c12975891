import { isObject } from "../../model/json";
import { deepest } from "../document";
import { parseTemplate } from "../template";
import { CannotEvaluate, cannot } from "./cannot-evaluate";
import { evaluateExpression } from "./evaluate-expression";
import { longestText } from "./functions/longest-text";
import { Limits } from "./limits";
import { parseExpression } from "./parse-expression";
import { fromPlain } from "./plain";
import type { Expression } from "./syntax";
import type { Value } from "./value";

/**
 * A default, whose texts Terraform takes as they stand, escapes included. One that looks like a reference was meant as one.
 *
 * @throws CannotEvaluate
 */
export function constantOf(value: unknown): Value {
  refuseTemplates(value, 0);
  return fromPlain(value, () => false);
}

function refuseTemplates(value: unknown, depth: number): void {
  if (depth > deepest) cannot("is nested deeper than anything that can be declared.");
  if (typeof value === "string") refuseTemplate(value);
  else if (Array.isArray(value)) for (const each of value) refuseTemplates(each, depth + 1);
  else if (isObject(value))
    for (const [key, each] of Object.entries(value)) {
      refuseTemplate(key);
      refuseTemplates(each, depth + 1);
    }
}

function refuseTemplate(text: string): void {
  if (text.includes("{") && parseTemplate(text).some((part) => !("literal" in part)))
    cannot("refers to something, which Terraform takes as text. Write it out, or use a local value.");
}

/** The value of an expression in which nothing is referred to or called. The messages never quote it. @throws CannotEvaluate */
export function parseConstant(text: string): Value {
  if (text.length > longestText) cannot("is longer than 10,000 characters. Write a default instead.");
  const parsed = attempt(text);
  if (parsed === undefined || hasMore(parsed))
    return cannot('is not an expression of literals, such as ["a", "b"].', "arguments");
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
    case "name":
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

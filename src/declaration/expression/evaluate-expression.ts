import { cannot } from "./cannot-evaluate";
import { functions } from "./functions/functions";
import { textOf } from "./functions/arguments";
import { checkLength } from "./functions/longest-text";
import { item } from "./functions/maps";
import { listed } from "../../model/suggest";
import { shortened } from "../refusals";
import type { Limits } from "./limits";
import type { Expression } from "./syntax";
import { flag, isMapping, isSequence, nothing, numeric, text, type Value } from "./value";

/** What an expression can refer to. */
interface Scope {
  /** The value of a reference. @throws CannotEvaluate */
  resolve(steps: readonly [string, ...string[]]): Value;
  readonly limits: Limits;
}

/** @throws CannotEvaluate */
export function evaluateExpression(expression: Expression, scope: Scope): Value {
  return scope.limits.within(() => {
    const value = evaluate(expression, scope);
    if (expression.kind !== "reference") scope.limits.make(sizeOf(value));
    return value;
  });
}

function evaluate(expression: Expression, scope: Scope): Value {
  const inside = (each: Expression): Value => evaluateExpression(each, scope);
  switch (expression.kind) {
    case "literal":
    case "name":
      return literal(expression.value);
    case "text":
      return joined(expression.parts.map((part) => textOf(inside(part))));
    case "tuple":
      return { kind: "tuple", items: expression.items.map(inside) };
    case "object":
      return {
        kind: "object",
        entries: new Map(expression.entries.map(([key, each]) => [textOf(inside(key)), inside(each)])),
      };
    case "call":
      return call(expression.name, expression.args, inside);
    case "reference":
      return scope.resolve(expression.steps);
    case "index":
      return item(inside(expression.of), inside(expression.key));
    default:
      return expression satisfies never;
  }
}

function call(name: string, args: readonly Expression[], inside: (each: Expression) => Value): Value {
  const found = functions.get(name);
  if (found === undefined) {
    const known = [...functions.keys()].sort();
    return cannot(
      `calls the function \`${shortened(name)}\`, which the CLI does not evaluate. It has ${listed(known, known.length, "and")}.`,
    );
  }
  return found(args.map(inside));
}

function literal(value: string | number | boolean | null): Value {
  if (value === null) return nothing;
  if (typeof value === "string") return text(value);
  return typeof value === "number" ? numeric(value) : flag(value);
}

function joined(parts: readonly string[]): Value {
  checkLength(parts.reduce((sum, { length }) => sum + length, 0));
  return text(parts.join(""));
}

/** The number of values that were made, without those inside, which were made before; and of characters. */
function sizeOf(value: Value): number {
  if (isSequence(value)) return 1 + value.items.length;
  if (isMapping(value)) return 1 + value.entries.size;
  return value.kind === "string" ? 1 + value.value.length / 16 : 1;
}

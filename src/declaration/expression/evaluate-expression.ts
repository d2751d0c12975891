import { flag, isMapping, isSequence, nothing, numeric, text, type Value } from "./value";
import { refuse, shortened } from "../refusals";
import { type Call, checkLength, textOf } from "./function-arguments";
import { item, listFunctions, mapFunctions } from "./collection-functions";
import { listed } from "../../model/suggest";
import type { Limits } from "./limits";
import type { Expression } from "./parse";
import { textFunctions } from "./text-functions";

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
      return joined(expression.parts.map(inside));
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
    return refuse(
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

/** The text of a template, from the values of its parts. @throws CannotEvaluate */
export function joined(parts: readonly Value[]): Value {
  if (parts.some((part) => part.kind === "null" || isSequence(part) || isMapping(part)))
    refuse("puts a value into a text that is not a text, a number or a boolean.");
  const texts = parts.map(textOf);
  checkLength(texts.reduce((sum, { length }) => sum + length, 0));
  return text(texts.join(""));
}

/** The number of values that were made, without those inside, which were made before; and of characters. */
function sizeOf(value: Value): number {
  if (isSequence(value)) return 1 + value.items.length;
  if (isMapping(value)) return 1 + value.entries.size;
  return value.kind === "string" ? 1 + value.value.length / 16 : 1;
}

/** The functions that are evaluated, each as Terraform 1.11 does. */
const functions: ReadonlyMap<string, Call> = new Map(
  Object.entries({ ...textFunctions, ...listFunctions, ...mapFunctions }),
);

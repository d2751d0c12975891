import { listed } from "../../diagnostics/enumeration";
import { fromPlain, isMapping, isSequence, text, type Value } from "./value";
import { refuse, shortened } from "../refusals";
import { type Call, checkLength, textOf } from "./convert";
import { item, listFunctions, mapFunctions } from "./collection-functions";
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
      return fromPlain(expression.value);
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

/** The text of a template, from the values of its parts. @throws CannotEvaluate */
export function joined(parts: readonly Value[]): Value {
  if (parts.some((part) => part.kind === "null" || isSequence(part) || isMapping(part)))
    refuse("puts a value into a string that is not a string, a number or a boolean.");
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

/** How many values all expressions together may make. */
const mostMade = 2_000_000;
/** How many values, expressions and references may be evaluated inside of each other. */
const deepestInside = 500;

/** How many values and characters all references together may repeat. */
const mostReferenced = 10_000_000;

/** How many characters of different expressions may be parsed. */
const mostParsed = 10_000_000;

/** Limits of evaluation: the documents may be hostile. */
export class Limits {
  /** How many attributes, outputs and locals are being evaluated, each because the one before refers to it. */
  referenceDepth = 0;
  #made = 0;
  #parsed = 0;
  #inside = 0;
  #referenced = 0;

  /** Counts what a reference repeats. @param sizeOf counts up to what is left */
  refer(sizeOf: (left: number) => number): void {
    this.#referenced += sizeOf(mostReferenced - this.#referenced);
    if (this.#referenced > mostReferenced)
      refuse("is one reference too many: all together repeat more than 10,000,000 values and characters.");
  }

  /** Counts characters that are to be parsed. */
  parse(characters: number): void {
    this.#parsed += characters;
    if (this.#parsed > mostParsed || this.#made > mostMade)
      refuse(
        "is one expression too many: all together are longer than 10,000,000 characters, or make too many values.",
      );
  }

  /** Counts values that were made. */
  make(count: number): void {
    this.#made += count;
    if (this.#made > mostMade) refuse("is one expression too many: all together make more than 2,000,000 values.");
  }

  /** Evaluates something inside of something else. */
  within<T>(evaluate: () => T): T {
    if (this.#inside >= deepestInside) refuse("is evaluated inside of too many others. Write it out.");
    this.#inside += 1;
    try {
      return evaluate();
    } finally {
      this.#inside -= 1;
    }
  }
}

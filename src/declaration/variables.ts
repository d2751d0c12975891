import { bool, listOf, mapOf, number, setOf, string, any, isPrimitive, type Type } from "./expression/type";
import { fromPlain, text, type Value } from "./expression/value";
import { isObject } from "../model/json";
import { suggestion } from "../model/suggest";
import { refuse, CannotEvaluate } from "./refusals";
import { convert, longestText } from "./expression/convert";
import { at, deepest, DocumentPath, keysOf, type Stack } from "./document";
import { type Expression, parseExpression } from "./expression/parse";
import { evaluateExpression, Limits } from "./expression/evaluate-expression";

/** The text that an input variable is given from outside, such as that of `TF_VAR_name`. */
export type VariableOf = (name: string) => string | undefined;

type Block = Readonly<Record<string, unknown>>;

/** The input variables of a declaration, read when they are first referred to. */
export class Variables {
  readonly #variableOf: VariableOf;
  readonly #evaluate: (value: unknown, place: DocumentPath) => Value;
  /** By stack and name; a value of which the validation is under way is known already. */
  readonly #read = new Map<Stack, Map<string, Value>>();

  /** @param evaluate of the condition of a validation */
  constructor(variableOf: VariableOf, evaluate: (value: unknown, place: DocumentPath) => Value) {
    this.#variableOf = variableOf;
    this.#evaluate = evaluate;
  }

  /** The value of `var.NAME`. @throws CannotEvaluate */
  get(stack: Stack, name: string): Value {
    const known = this.#read.get(stack) ?? new Map<string, Value>();
    this.#read.set(stack, known);
    const found = known.get(name) ?? this.#value(stack, name);
    if (!known.has(name)) {
      known.set(name, found);
      this.#validate(blockOf(stack, name), new DocumentPath(stack, ["variable", name], `var.${name}`));
    }
    return found;
  }

  #value(stack: Stack, name: string): Value {
    const block = blockOf(stack, name);
    if (block["sensitive"] === true || block["ephemeral"] === true)
      refuse(`refers to the variable ${name}, which is sensitive, and what the CLI evaluates is shown in plans.`);
    const type = taking(`the type of the variable ${name}`, () => typeOfBlock(block));
    const variable = `TF_VAR_${name}`;
    const given = this.#variableOf(name);
    const value =
      given === undefined ? undefined : taking(variable, () => convert(fromText(given, block["type"], type), type));
    if (value !== undefined && (value.kind !== "null" || block["nullable"] !== false)) return value;
    if (!Object.hasOwn(block, "default"))
      return refuse(
        `refers to the variable ${name}, which has no value. Set ${variable}, or give it a default.`,
        "input",
      );
    const fallback = taking(`the default of the variable ${name}`, () => convert(constantOf(block["default"]), type));
    if (fallback.kind === "null" && block["nullable"] === false)
      refuse(`refers to the variable ${name}, which must not be null.`, "input");
    return fallback;
  }

  #validate(block: Block, place: DocumentPath): void {
    const { validation } = block;
    const all: readonly unknown[] = Array.isArray(validation)
      ? validation
      : validation === undefined
        ? []
        : [validation];
    for (const [index, each] of all.entries()) {
      const inside = Array.isArray(validation) ? place.child("validation", index) : place.child("validation");
      const condition = isObject(each) ? this.#evaluate(each["condition"], inside.child("condition")) : undefined;
      if (condition?.kind === "bool" && condition.value) continue;
      if (condition?.kind === "refused") refuse();
      refuse(`refers to a variable whose value its validation refuses${messageOf(each)}.`, "input");
    }
  }
}

/** The message of a validation, where it is written out. */
function messageOf(validation: unknown): string {
  const message = at(validation, ["error_message"]);
  return typeof message === "string" && !message.includes("{") ? `: ${message.replace(/\.$/, "")}` : "";
}

function blockOf(stack: Stack, name: string): Block {
  const declared = stack.json["variable"];
  const block = at(declared, [name]);
  if (isObject(block)) return block;
  if (Array.isArray(declared) || Array.isArray(block))
    refuse("refers to a variable, and `variable` is an array here. Write one object.");
  return refuse(
    `refers to the variable ${JSON.stringify(name)}, which is not declared. ${suggestion(name, [...keysOf(declared)])}`,
    "reference-unknown",
  );
}

function typeOfBlock({ type }: Block): Type {
  if (type === undefined) return any;
  return typeof type === "string" ? parseType(type) : refuse("is not a string.");
}

/** As Terraform reads an environment variable: text for a variable of a simple type or none, an expression for others. */
const fromText = (given: string, written: unknown, type: Type): Value =>
  written === undefined || isPrimitive(type) ? text(given) : parseConstant(given);

/** Says of what a value cannot be taken. */
function taking<T>(what: string, take: () => T): T {
  try {
    return take();
  } catch (thrown) {
    if (thrown instanceof CannotEvaluate && thrown.why !== undefined)
      refuse(`refers to a variable that cannot be read: ${what} ${thrown.why}`, thrown.kind);
    throw thrown;
  }
}

/**
 * A default. Terraform takes its texts literally, escapes included; one that looks like a reference was meant as one.
 *
 * @throws CannotEvaluate
 */
export function constantOf(value: unknown): Value {
  refuseTemplates(value, 0);
  return fromPlain(value);
}

function refuseTemplates(value: unknown, depth: number): void {
  if (depth > deepest) refuse("is nested deeper than anything that can be declared.");
  if (typeof value === "string") refuseTemplate(value);
  else if (Array.isArray(value)) for (const each of value) refuseTemplates(each, depth + 1);
  else if (isObject(value))
    for (const [key, each] of Object.entries(value)) {
      refuseTemplate(key);
      refuseTemplates(each, depth + 1);
    }
}

function refuseTemplate(text: string): void {
  if (/[$%]\{/.test(text.replace(/\$\$\{|%%\{/g, "")))
    refuse("refers to something, which Terraform takes literally. Write it out, or use a local value.");
}

/** The value of an expression in which nothing is referred to or called. The messages never quote it. @throws CannotEvaluate */
export function parseConstant(text: string): Value {
  if (text.length > longestText) refuse("is longer than 10,000 characters. Write a default instead.");
  const parsed = attempt(text);
  if (parsed === undefined || hasMore(parsed))
    return refuse('is not an expression of literals, such as ["a", "b"].', "arguments");
  return evaluateExpression(parsed, { limits: new Limits(), resolve: () => refuse() });
}

function attempt(text: string): Expression | undefined {
  try {
    return parseExpression(text);
  } catch (thrown) {
    if (thrown instanceof CannotEvaluate) return undefined;
    throw thrown;
  }
}

/** Whether an expression has a reference, a call or an index in it. */
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
      return expression.entries.flat().some(hasMore);
    default:
      return true;
  }
}

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
const parseType = (text: string): Type => typeIn(parseExpression(text));

const unknown = (): never => refuse("is none that the CLI reads.");

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
      if (value.args.length !== 1) refuse("has a default inside of it, which only terraform fills in.");
      optional.add(name);
    }
    attributes.set(name, typeIn(value.kind === "call" && value.name === "optional" ? value.args[0] : value));
  }
  return { kind: "object", attributes, optional };
}

import { isObject } from "../model/json";
import { suggestion } from "../model/suggest";
import { constantOf, parseConstant } from "./expression/constant";
import { CannotEvaluate, cannot } from "./expression/cannot-evaluate";
import { convert } from "./expression/convert";
import { parseType } from "./expression/parse-type";
import { any, isPrimitive, type Type, text, type Value } from "./expression/value";
import { DocumentPath, type Stack, at, keysOf } from "./document";

/** The text that an input variable is given from outside, such as that of `TF_VAR_name`. */
export type VariableOf = (name: string) => string | undefined;

type Block = Readonly<Record<string, unknown>>;

/** The input variables of a declaration, read when they are first referred to. */
export class Variables {
  readonly #variableOf: VariableOf;
  readonly #typed: (value: unknown, place: DocumentPath) => Value;
  /** By stack and name; a value of which the validation is under way is known already. */
  readonly #read = new Map<Stack, Map<string, Value>>();

  /** @param typed evaluates the condition of a validation */
  constructor(variableOf: VariableOf, typed: (value: unknown, place: DocumentPath) => Value) {
    this.#variableOf = variableOf;
    this.#typed = typed;
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
      cannot(`refers to the variable ${name}, which is sensitive, and what the CLI evaluates is shown in plans.`);
    const type = taking(`the type of the variable ${name}`, () => typeOfBlock(block));
    const variable = `TF_VAR_${name}`;
    const given = this.#variableOf(name);
    const value =
      given === undefined ? undefined : taking(variable, () => convert(fromText(given, block["type"], type), type));
    if (value !== undefined && (value.kind !== "null" || block["nullable"] !== false)) return value;
    if (!Object.hasOwn(block, "default"))
      return cannot(
        `refers to the variable ${name}, which has no value. Set ${variable}, or give it a default.`,
        "input",
      );
    const fallback = taking(`the default of the variable ${name}`, () => convert(constantOf(block["default"]), type));
    if (fallback.kind === "null" && block["nullable"] === false)
      cannot(`refers to the variable ${name}, which must not be null.`, "input");
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
      const condition = isObject(each) ? this.#typed(each["condition"], inside.child("condition")) : undefined;
      if (condition?.kind === "bool" && condition.value) continue;
      cannot(`refers to a variable whose value its validation refuses${messageOf(each)}.`, "input");
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
    cannot("refers to a variable, and `variable` is an array here. Write one object.");
  return cannot(
    `refers to the variable ${JSON.stringify(name)}, which is not declared. ${suggestion(name, [...keysOf(declared)])}`,
    "reference-unknown",
  );
}

function typeOfBlock({ type }: Block): Type {
  if (type === undefined) return any;
  return typeof type === "string" ? parseType(type) : cannot("is not a text.");
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
      cannot(`refers to a variable that cannot be read: ${what} ${thrown.why}`, thrown.kind);
    throw thrown;
  }
}

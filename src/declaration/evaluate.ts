import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { groupBy } from "../model/group-by";
import { isObject } from "../model/json";
import { define } from "../model/normalize";
import { suggestion } from "../model/suggest";
import type { Stack } from "./stack";
import { parseTemplate, parseTraversal, type Traversal } from "./template";

/** A value that only the service knows: the id of a configuration that is declared here. */
export class IdOf {
  constructor(
    readonly stack: string,
    readonly name: string,
  ) {}
}

const useTerraform =
  "The scanform CLI evaluates literals and references between scanform's own resources; for anything else apply it with the Terraform provider.";

const crossStack = "cross-stack-reference-input-";

/** How cdktf spells a stack in a reference to it: no slashes, and nothing that an id cannot hold. */
const spelled = ({ constructPath }: Stack): string =>
  constructPath.replaceAll("/", "--").replace(/[^A-Za-z0-9_-]/g, "");

/** A number that stands for a value that cdktf knows later; cdktf misses it behind a sign, as in `risk-${n}`. */
const numberToken = /-8\.10956\d*e\+298/;

/** Without a template, an escape or a number of cdktf's anywhere in it: a value that stands for itself, as nearly all do. */
export function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.includes("{") && !value.includes("e+298");
  if (depth > deepest) return false;
  if (Array.isArray(value)) return value.every((each) => isPlain(each, depth + 1));
  if (!isObject(value)) return true;
  for (const key in value) if (!isPlain(key) || !isPlain(value[key], depth + 1)) return false;
  return true;
}

/** So many steps from the root of the document does nothing stand that can be declared. */
const deepest = 64;
/** Of something deeper so many steps are named. */
const shownSteps = 6;

/**
 * Evaluates the values of a synthesized app without terraform. What it cannot evaluate becomes a
 * diagnostic with its JSON pointer, and undefined in the value.
 */
export class Evaluator {
  readonly #stacks: ReadonlyMap<string, readonly Stack[]>;
  readonly #diagnostics: Diagnostic[] = [];
  /** References that are being resolved, to notice one that comes back to itself. */
  readonly #open: string[] = [];

  constructor(stacks: readonly Stack[]) {
    this.#stacks = groupBy(stacks, spelled);
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /**
   * @param value as it stands in the document
   * @param path the steps to it from the document's root
   */
  evaluate(stack: Stack, value: unknown, path: readonly string[], address: string): unknown {
    if (path.length > deepest) {
      this.#refuse(
        stack,
        path.slice(0, shownSteps),
        address,
        "This is nested deeper than anything that can be declared.",
      );
      return undefined;
    }
    if (isPlain(value)) return value;
    if (typeof value === "string") return this.#template(stack, value, path, address);
    if (Array.isArray(value))
      return value.map((item: unknown, index) => this.evaluate(stack, item, [...path, String(index)], address));
    if (!isObject(value)) return value;
    const result: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const place = [...path, key];
      const name = this.#template(stack, key, place, address);
      if (typeof name === "string" && Object.hasOwn(result, name))
        this.#refuse(
          stack,
          place,
          address,
          `The key ${JSON.stringify(key)} comes to ${JSON.stringify(name)}, which is there already.`,
        );
      else if (typeof name === "string") define(result, name, this.evaluate(stack, item, place, address));
      else if (name !== undefined)
        this.#refuse(stack, place, address, `The key ${JSON.stringify(key)} does not come to a text before the apply.`);
    }
    return result;
  }

  #template(stack: Stack, text: string, path: readonly string[], address: string): unknown {
    const parts = parseTemplate(text);
    const values = parts.map((part) => {
      if ("literal" in part) return this.#literal(stack, part.literal, path, address);
      if ("unclosed" in part) {
        this.#refuse(
          stack,
          path,
          address,
          `${JSON.stringify(part.unclosed)} is never closed. Double its first character for a literal one.`,
        );
        return undefined;
      }
      if ("directive" in part) {
        this.#refuse(
          stack,
          path,
          address,
          `\`%{${part.directive}}\` is a template directive. Write \`%%{\` for a literal \`%{\`.`,
        );
        return undefined;
      }
      return this.#expression(stack, part.expression, path, address);
    });
    if (values.length === 1) return values[0];
    if (values.includes(undefined)) return undefined;
    const whole = values.map((value) => {
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
      this.#refuse(
        stack,
        path,
        address,
        `${JSON.stringify(text)} puts a value into a text that is not a text, a number or a boolean.`,
      );
      return undefined;
    });
    return whole.includes(undefined) ? undefined : whole.join("");
  }

  #literal(stack: Stack, text: string, path: readonly string[], address: string): string | undefined {
    if (!numberToken.test(text)) return text;
    const why = `${JSON.stringify(text)} holds a number that cdktf did not resolve. Use Token.asString on it, or a space before it.`;
    this.#refuse(stack, path, address, why);
    return undefined;
  }

  #expression(stack: Stack, expression: string, path: readonly string[], address: string): unknown {
    const refuse: Refuse = (why, code) => {
      this.#refuse(stack, path, address, why, code);
      return undefined;
    };
    const shown = `\`\${${expression}}\``;
    const steps = parseTraversal(expression);
    if (expression.startsWith("TfToken["))
      return refuse(
        `${shown} is a token that cdktf has not resolved. Was it made in another app, or put into a text by hand?`,
      );
    if (steps === undefined)
      return refuse(`${shown} is an operator, a function or a template. Write \`$\${\` for a literal \`\${\`.`);
    const what = kinds.get(String(steps[0]));
    if (what !== undefined) return refuse(`${shown} refers to ${what}.`);
    const key = `${stack.name}: ${expression}`;
    if (this.#open.includes(key)) return refuse(`${shown} refers to itself.`);
    this.#open.push(key);
    try {
      return this.#reference(stack, steps, shown, refuse);
    } finally {
      this.#open.pop();
    }
  }

  #reference(stack: Stack, steps: Traversal, shown: string, refuse: Refuse): unknown {
    const [root, name, attribute, ...rest] = steps.map(String);
    if (root === "data") {
      const other =
        name === "terraform_remote_state" && attribute?.startsWith(crossStack) === true
          ? attribute.slice(crossStack.length)
          : undefined;
      const output = rest[0] === "outputs" ? rest[1] : undefined;
      if (other === undefined || output === undefined)
        return refuse(`${shown} refers to a data source, which terraform reads.`);
      const [source, another] = this.#stacks.get(other) ?? [];
      if (another !== undefined)
        return refuse(
          `${shown} may mean the stack ${JSON.stringify(source?.name)} or ${JSON.stringify(another.name)}.`,
        );
      const value = at(source?.json, ["output", output, "value"]);
      if (source === undefined || value === undefined)
        return refuse(
          `${shown} refers to an output ${JSON.stringify(output)} that the stack ${JSON.stringify(other)} does not have.`,
          "reference-unknown",
        );
      return this.#descend(
        this.evaluate(source, value, ["output", output, "value"], `output.${output}`),
        rest.slice(2),
        shown,
        refuse,
      );
    }
    if (root === undefined || name === undefined || attribute === undefined || !root.startsWith("scanform_"))
      return refuse(`${shown} does not refer to a resource of scanform.`);
    const declared = at(stack.json, ["resource", root]);
    const resource = at(declared, [name]);
    if (!isObject(resource)) {
      const known = suggestion(name, isObject(declared) ? Object.keys(declared) : []);
      return refuse(`${shown} refers to ${root}.${name}, which is not declared. ${known}`, "reference-unknown");
    }
    if (root === "scanform_configuration" && attribute === "id" && rest.length === 0) return new IdOf(stack.name, name);
    const value = at(resource, [attribute]);
    if (value === undefined)
      return refuse(`${shown} refers to an attribute that is not declared, and so is known only after the apply.`);
    const place = ["resource", root, name, attribute];
    return this.#descend(this.evaluate(stack, value, place, `${root}.${name}`), rest, shown, refuse);
  }

  #descend(value: unknown, steps: readonly string[], shown: string, refuse: Refuse): unknown {
    let found = value;
    for (const step of steps) {
      // there, and yet without a value: it could not be evaluated, which has been said
      if (found === undefined) return undefined;
      if (!has(found, step)) return refuse(`${shown} refers to something that is not declared.`);
      found = at(found, [step]);
    }
    return found;
  }

  #refuse(
    stack: Stack,
    path: readonly string[],
    address: string,
    why: string,
    code: "not-evaluable" | "reference-unknown" = "not-evaluable",
  ): void {
    const detail = code === "not-evaluable" ? `${why} ${useTerraform}` : why;
    const found = error(code, detail, { address, path: pointer(stack, path) });
    // what others refer to is evaluated once for each of them
    const said = this.#diagnostics.some((each) => each.path === found.path && each.detail === found.detail);
    if (!said) this.#diagnostics.push(found);
  }
}

/** Notes why something cannot be evaluated; there is no value then. */
type Refuse = (why: string, code?: "reference-unknown") => unknown;

/** What the other roots of an expression are. */
const kinds: ReadonlyMap<string, string> = new Map([
  ["var", "a variable"],
  ["local", "a local value"],
  ["module", "a module"],
  ["each", "for_each"],
  ["count", "count"],
  ["self", "self"],
  ["path", "a path"],
  ["terraform", "terraform itself"],
]);

/** A JSON pointer (RFC 6901) into the file of a stack. */
export const pointer = (stack: Stack, path: readonly PropertyKey[]): string =>
  `${stack.file}#${path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;

function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((found, step) => {
    if (!has(found, step)) return undefined;
    return Array.isArray(found) ? (found[Number(step)] as unknown) : found[step];
  }, value);
}

function has(value: unknown, step: string): value is Readonly<Record<string, unknown>> {
  if (Array.isArray(value)) return Object.hasOwn(value, Number(step));
  return isObject(value) && !(value instanceof IdOf) && Object.hasOwn(value, step);
}

import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { groupBy } from "../model/group-by";
import { isObject } from "../model/json";
import { define } from "../model/define";
import { suggestion } from "../model/suggest";
import { Lookups } from "./lookups";
import { Place } from "./place";
import type { Stack } from "./stack";
import { parseTemplate, parseTraversal, type Traversal } from "./template";
import { at, has, IdOf } from "./traverse";

const useTerraform =
  "The scanform CLI evaluates literals and references between scanform's own resources; for anything else apply it with the Terraform provider.";

const crossStack = "cross-stack-reference-input-";

/** A stack's name in cdktf's cross-stack references: no slashes and no characters that an id excludes. */
const spelled = ({ constructPath }: Stack): string =>
  constructPath.replaceAll("/", "--").replace(/[^A-Za-z0-9_-]/g, "");

/** The number that encodes a token of cdktf. cdktf does not resolve it behind a sign, as in `risk-${n}`. */
const numberToken = /-8\.10956\d*e\+298/;

/** Whether a value has no template, escape or encoded token in it, and so evaluates to itself, as most do. */
export function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.includes("{") && !value.includes("e+298");
  if (depth > deepest) return false;
  if (Array.isArray(value)) return value.every((each) => isPlain(each, depth + 1));
  if (!isObject(value)) return true;
  for (const key in value) if (!isPlain(key) || !isPlain(value[key], depth + 1)) return false;
  return true;
}

/** Maximum nesting depth, in steps from the root of the document: deeper values are rejected. */
const deepest = 64;
/** How many steps to a deeper value its diagnostic names. */
const shownSteps = 6;

/**
 * Evaluates the values of a synthesized app without terraform. What it cannot evaluate becomes a
 * diagnostic with its JSON pointer, and undefined in the value.
 */
export class Evaluator {
  readonly #stacks: ReadonlyMap<string, readonly Stack[]>;
  readonly #diagnostics: Diagnostic[] = [];
  /** References that are being resolved, to detect cycles. */
  readonly #open: string[] = [];
  /** The objects that the values look up. */
  readonly lookups = new Lookups(this.#diagnostics);

  constructor(stacks: readonly Stack[]) {
    this.#stacks = groupBy(stacks, spelled);
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /**
   * @param value as it stands in the document
   * @param place of the value
   */
  evaluate(value: unknown, place: Place): unknown {
    if (place.steps.length > deepest) {
      const start = new Place(place.stack, place.steps.slice(0, shownSteps), place.address);
      this.#refuse(start, "This is nested deeper than anything that can be declared.");
      return undefined;
    }
    if (isPlain(value)) return value;
    if (typeof value === "string") return this.#template(value, place);
    if (Array.isArray(value)) return value.map((item: unknown, index) => this.evaluate(item, place.child(index)));
    if (!isObject(value)) return value;
    const result: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const inside = place.child(key);
      const name = this.#template(key, inside);
      if (typeof name === "string" && Object.hasOwn(result, name))
        this.#refuse(
          inside,
          `The key ${JSON.stringify(key)} comes to ${JSON.stringify(name)}, which is there already.`,
        );
      else if (typeof name === "string") define(result, name, this.evaluate(item, inside));
      else if (name !== undefined)
        this.#refuse(inside, `The key ${JSON.stringify(key)} does not come to a text before the apply.`);
    }
    return result;
  }

  #template(text: string, place: Place): unknown {
    const parts = parseTemplate(text);
    const values = parts.map((part) => {
      if ("literal" in part) return this.#literal(part.literal, place);
      if ("unclosed" in part) {
        this.#refuse(
          place,
          `${JSON.stringify(part.unclosed)} is never closed. Double its first character for a literal one.`,
        );
        return undefined;
      }
      if ("directive" in part) {
        this.#refuse(place, `\`%{${part.directive}}\` is a template directive. Write \`%%{\` for a literal \`%{\`.`);
        return undefined;
      }
      return this.#expression(part.expression, place);
    });
    if (values.length === 1) return values[0];
    if (values.includes(undefined)) return undefined;
    if (values.some((each) => this.lookups.isPlaceholder(each))) {
      this.#refuse(place, `${JSON.stringify(text)} puts an id that is looked up into a longer text.`);
      return undefined;
    }
    const whole = values.map((value) => {
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
      this.#refuse(
        place,
        `${JSON.stringify(text)} puts a value into a text that is not a text, a number or a boolean.`,
      );
      return undefined;
    });
    return whole.includes(undefined) ? undefined : whole.join("");
  }

  #literal(text: string, place: Place): string | undefined {
    if (!numberToken.test(text)) return text;
    const why = `${JSON.stringify(text)} holds a number that cdktf did not resolve. Use Token.asString on it, or a space before it.`;
    this.#refuse(place, why);
    return undefined;
  }

  #expression(expression: string, place: Place): unknown {
    const refuse: Refuse = (why, code) => {
      this.#refuse(place, why, code);
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
    const { stack } = place;
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
      const evaluate = (value: unknown, place: Place) => this.evaluate(value, place);
      const looked = this.lookups.reference(stack, [name, attribute, ...rest], evaluate);
      if (looked !== undefined) return "why" in looked ? refuse(`${shown} ${looked.why}`, looked.code) : looked.value;
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
        this.evaluate(value, new Place(source, ["output", output, "value"], `output.${output}`)),
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
    const place = new Place(stack, ["resource", root, name, attribute], `${root}.${name}`);
    return this.#descend(this.evaluate(value, place), rest, shown, refuse);
  }

  #descend(value: unknown, steps: readonly string[], shown: string, refuse: Refuse): unknown {
    let found = value;
    for (const step of steps) {
      // present without a value: it could not be evaluated, which has been reported
      if (found === undefined) return undefined;
      if (!has(found, step)) return refuse(`${shown} refers to something that is not declared.`);
      found = at(found, [step]);
    }
    return found;
  }

  #refuse(place: Place, why: string, code: "not-evaluable" | "reference-unknown" = "not-evaluable"): void {
    const detail = code === "not-evaluable" ? `${why} ${useTerraform}` : why;
    const found = error(code, detail, place);
    // a value is evaluated once per reference to it
    const said = this.#diagnostics.some((each) => each.path === found.path && each.detail === found.detail);
    if (!said) this.#diagnostics.push(found);
  }
}

/** Reports why something cannot be evaluated. @returns undefined */
type Refuse = (why: string, code?: "reference-unknown") => unknown;

/** What an expression refers to, by its root. */
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

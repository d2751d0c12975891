import type { Diagnostic } from "../diagnostics/diagnostic";
import { groupBy } from "../model/group-by";
import { isObject } from "../model/json";
import { define } from "../model/define";
import { suggestions } from "../model/suggest";
import { IdOf } from "./id-of";
import { deepest, isPlain } from "./is-plain";
import { at, has, keysOf, sizeOf } from "./traverse";
import { Lookups } from "./lookups";
import { Place } from "./place";
import { referenceKinds } from "./reference-kinds";
import { Refusals, shortened } from "./refusals";
import type { Stack } from "./stack";
import { parseTemplate, parseTraversal, type Traversal } from "./template";

const crossStack = "cross-stack-reference-input-";

/** A stack's name in cdktf's cross-stack references: no slashes and no characters that an id excludes. */
const spelled = ({ constructPath }: Stack): string =>
  constructPath.replaceAll("/", "--").replace(/[^A-Za-z0-9_-]/g, "");

/** The number that encodes a token of cdktf. cdktf does not resolve it behind a sign, as in `risk-${n}`. */
const numberToken = /-8\.10956\d*e\+298/;

/** How many steps to a deeper value its diagnostic names. */
const shownSteps = 6;
/** The maximum length of a text with a reference in it, before and after its evaluation. */
const longestText = 10_000;
/** The maximum number of references that lead from one to the next. */
const mostInARow = 100;
/** How many values and characters all references together may repeat. */
const mostReferenced = 10_000_000;

const tooLong = "is longer than 10,000 characters, which is more than any name needs. Shorten it.";

/** Stands for a value while it is evaluated. */
const begun = Symbol("begun");

/**
 * Evaluates the values of a synthesized app without terraform. What it cannot evaluate becomes a
 * diagnostic with its JSON pointer, and undefined in the value. The time and the memory that it takes are limited,
 * since somebody else may have made the documents.
 */
export class Evaluator {
  readonly #stacks: ReadonlyMap<string, readonly Stack[]>;
  readonly #refusals = new Refusals();
  readonly #suggest = suggestions();
  /** Attributes and outputs, by stack and JSON pointer: their values, or `begun`. */
  readonly #known = new Map<Stack, Map<string, unknown>>();
  /** How many of them are being evaluated, each because the one before refers to it. */
  #depth = 0;
  #referenced = 0;
  /** The objects that the values look up. */
  readonly lookups = new Lookups(this.#refusals.kept);

  constructor(stacks: readonly Stack[]) {
    this.#stacks = groupBy(stacks, spelled);
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#refusals.kept;
  }

  /** The number of further diagnostics, which were not kept. */
  get omitted(): number {
    return this.#refusals.omitted;
  }

  /**
   * Evaluates an attribute, an output or a block, once.
   *
   * @param value as it stands in the document
   * @param place of the value
   */
  evaluate(value: unknown, place: Place): unknown {
    const known = this.#knownIn(place.stack);
    const { path } = place;
    if (known.has(path)) return known.get(path);
    known.set(path, begun);
    this.#depth += 1;
    const evaluated = this.#value(value, place);
    this.#depth -= 1;
    known.set(path, evaluated);
    return evaluated;
  }

  #value(value: unknown, place: Place): unknown {
    if (place.steps.length > deepest) {
      const start = new Place(place.stack, place.steps.slice(0, shownSteps), place.address);
      this.#refusals.add(start, "This is nested deeper than anything that can be declared.");
      return undefined;
    }
    if (isPlain(value)) return value;
    if (typeof value === "string") return this.#template(value, place);
    if (Array.isArray(value)) return value.map((item: unknown, index) => this.#value(item, place.child(index)));
    if (!isObject(value)) return value;
    const result: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const inside = place.child(key);
      const name = this.#template(key, inside);
      if (typeof name === "string" && Object.hasOwn(result, name))
        this.#refusals.add(
          inside,
          `The key ${shortened(JSON.stringify(key))} comes to ${shortened(JSON.stringify(name))}, which is there already.`,
        );
      else if (typeof name === "string") define(result, name, this.#value(item, inside));
      else if (name !== undefined)
        this.#refusals.add(
          inside,
          `The key ${shortened(JSON.stringify(key))} does not come to a text before the apply.`,
        );
    }
    return result;
  }

  #template(text: string, place: Place): unknown {
    if (isPlain(text)) return text;
    if (text.length > longestText) {
      this.#refusals.add(place, `This text is to be evaluated, and ${tooLong}`);
      return undefined;
    }
    const parts = parseTemplate(text);
    const values = parts.map((part) => {
      if ("literal" in part) return this.#literal(part.literal, place);
      if ("unclosed" in part) {
        this.#refusals.add(
          place,
          `${shortened(JSON.stringify(part.unclosed))} is never closed. Double its first character for a literal one.`,
        );
        return undefined;
      }
      if ("directive" in part) {
        this.#refusals.add(
          place,
          `\`%{${shortened(part.directive)}}\` is a template directive. Write \`%%{\` for a literal \`%{\`.`,
        );
        return undefined;
      }
      return this.#expression(part.expression, place);
    });
    if (values.length === 1) return values[0];
    if (values.includes(undefined)) return undefined;
    if (values.some((each) => this.lookups.isPlaceholder(each))) {
      const why = `${shortened(JSON.stringify(text))} puts an id that is looked up into a longer text.`;
      this.#refusals.add(place, why);
      return undefined;
    }
    if (!values.every(isScalar)) {
      this.#refusals.add(
        place,
        `${shortened(JSON.stringify(text))} puts a value into a text that is not a text, a number or a boolean.`,
      );
      return undefined;
    }
    const whole = values.map(String);
    if (whole.reduce((sum, { length }) => sum + length, 0) <= longestText) return whole.join("");
    this.#refusals.add(place, `${shortened(JSON.stringify(text))} comes to a text that ${tooLong}`);
    return undefined;
  }

  #literal(text: string, place: Place): string | undefined {
    if (!numberToken.test(text)) return text;
    const why = `${shortened(JSON.stringify(text))} holds a number that cdktf did not resolve. Use Token.asString on it, or a space before it.`;
    this.#refusals.add(place, why);
    return undefined;
  }

  #expression(expression: string, place: Place): unknown {
    const refuse: Refuse = (why, code) => {
      this.#refusals.add(place, why, code);
      return undefined;
    };
    const shown = `\`\${${shortened(expression)}}\``;
    const steps = parseTraversal(expression);
    if (expression.startsWith("TfToken["))
      return refuse(
        `${shown} is a token that cdktf has not resolved. Was it made in another app, or put into a text by hand?`,
      );
    if (steps === undefined)
      return refuse(`${shown} is an operator, a function or a template. Write \`$\${\` for a literal \`\${\`.`);
    const what = referenceKinds.get(String(steps[0]));
    if (what !== undefined) return refuse(`${shown} refers to ${what}.`);
    const found = this.#reference(place.stack, steps, shown, refuse);
    this.#referenced += sizeOf(found, mostReferenced - this.#referenced);
    if (this.#referenced <= mostReferenced) return found;
    return refuse(
      `${shown} is one reference too many: all together repeat more than 10,000,000 values and characters.`,
    );
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
      const place = new Place(source, ["output", output, "value"], `output.${output}`);
      return this.#descend(value, place, rest.slice(2), shown, refuse);
    }
    if (root === undefined || name === undefined || attribute === undefined || !root.startsWith("scanform_"))
      return refuse(`${shown} does not refer to a resource of scanform.`);
    const declared = at(stack.json, ["resource", root]);
    const resource = at(declared, [name]);
    if (!isObject(resource)) {
      const known = this.#suggest(name, keysOf(declared));
      return refuse(`${shown} refers to ${root}.${name}, which is not declared. ${known}`, "reference-unknown");
    }
    if (root === "scanform_configuration" && attribute === "id" && rest.length === 0) return new IdOf(stack.name, name);
    const value = at(resource, [attribute]);
    if (value === undefined)
      return refuse(`${shown} refers to an attribute that is not declared, and so is known only after the apply.`);
    const place = new Place(stack, ["resource", root, name, attribute], `${root}.${name}`);
    return this.#descend(value, place, rest, shown, refuse);
  }

  #descend(value: unknown, place: Place, steps: readonly string[], shown: string, refuse: Refuse): unknown {
    if (this.#knownIn(place.stack).get(place.path) === begun) return refuse(`${shown} refers to itself.`);
    if (this.#depth > mostInARow)
      return refuse(
        `${shown} comes after ${String(mostInARow)} references that lead from one to the next. Write it out.`,
      );
    let found = this.evaluate(value, place);
    for (const step of steps) {
      // present without a value: it could not be evaluated, which has been reported
      if (found === undefined) return undefined;
      if (!has(found, step)) return refuse(`${shown} refers to something that is not declared.`);
      found = at(found, [step]);
    }
    return found;
  }

  #knownIn(stack: Stack): Map<string, unknown> {
    const known = this.#known.get(stack) ?? new Map<string, unknown>();
    this.#known.set(stack, known);
    return known;
  }
}

const isScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** Reports why something cannot be evaluated. @returns undefined */
type Refuse = (why: string, code?: "reference-unknown") => unknown;

import { fromPlain, refused, sizeOf, text, toPlain, type Value } from "./expression/value";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { isObject } from "../model/json";
import { deepest, DocumentPath, isPlain, type Stack } from "./document";
import { evaluateExpression, joined, Limits } from "./expression/evaluate-expression";
import { longestText, tooLong } from "./expression/convert";
import { type Expression, parseTemplate, type TemplatePart } from "./expression/parse";
import { Lookups } from "./lookups";
import { References } from "./references";
import { CannotEvaluate, Refusals, refuse, shortened } from "./refusals";
import { type VariableOf, Variables } from "./variables";

/** How many steps to a deeper value its diagnostic names. */
const shownSteps = 6;

/** The maximum number of references that lead from one to the next. */
const mostReferences = 100;

/** The number that encodes a token of cdktf. cdktf does not resolve it behind a sign, as in `risk-${n}`. */
const numberToken = /-8\.10956\d*e\+298/;

/** The placeholder of a value while it is evaluated. */
const begun = Symbol("begun");

/**
 * Evaluates the values of a synthesized app without terraform. What it cannot evaluate becomes a
 * diagnostic with its JSON pointer, and undefined in the value. The time and the memory that it takes are limited,
 * since somebody else may have made the documents.
 */
export class Evaluator {
  readonly #refusals = new Refusals();
  readonly #limits = new Limits();
  /** Parsed texts, so that one that is repeated is parsed once. */
  readonly #parsed = new Map<string, readonly TemplatePart[]>();
  /** Values by their path, so that one that is referred to often is evaluated once. */
  readonly #values = new Map<Stack, Map<string, Value | typeof begun>>();
  readonly #references: References;
  /** The objects that the values look up. */
  readonly lookups = new Lookups(this.#refusals.kept);

  /** @param variableOf the value of an input variable, from outside of the declaration */
  constructor(stacks: readonly Stack[], variableOf: VariableOf = () => undefined) {
    const evaluate = (value: unknown, place: DocumentPath): Value => this.#once(value, place);
    this.#references = new References(stacks, this.lookups, new Variables(variableOf, evaluate), evaluate);
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#refusals.kept;
  }

  /** The number of further diagnostics, which were not kept. */
  get omitted(): number {
    return this.#refusals.omitted;
  }

  /**
   * Evaluates an attribute, an output or a block to JSON.
   *
   * @param value as the document has it
   * @param place of the value
   */
  evaluate(value: unknown, place: DocumentPath): unknown {
    return toPlain(this.#once(value, place));
  }

  /** @throws CannotEvaluate for a value that leads to itself, or by too many others */
  #once(value: unknown, place: DocumentPath): Value {
    const values = this.#values.get(place.stack) ?? new Map<string, Value | typeof begun>();
    this.#values.set(place.stack, values);
    const { path } = place;
    const known = values.get(path);
    if (known === begun) return refuse("refers to itself.");
    if (known !== undefined) return known;
    if (this.#limits.referenceDepth > mostReferences)
      refuse(`comes after ${String(mostReferences)} references that lead from one to the next. Write it out.`);
    values.set(path, begun);
    this.#limits.referenceDepth += 1;
    try {
      const found = this.#value(value, place);
      values.set(path, found);
      return found;
    } catch (thrown) {
      values.delete(path);
      throw thrown;
    } finally {
      this.#limits.referenceDepth -= 1;
    }
  }

  #value(value: unknown, place: DocumentPath): Value {
    if (place.steps.length > deepest) {
      const start = new DocumentPath(place.stack, place.steps.slice(0, shownSteps), place.address);
      this.#refusals.add(start, "This is nested deeper than anything that can be declared.");
      return refused;
    }
    if (isPlain(value)) return this.#attempt("This", place, () => fromPlain(value)) ?? refused;
    if (typeof value === "string") return this.#text(value, place);
    return this.#limits.within(() => {
      if (Array.isArray(value))
        return { kind: "tuple", items: value.map((item: unknown, index) => this.#value(item, place.child(index))) };
      const entries = new Map<string, Value>();
      for (const [key, item] of Object.entries(isObject(value) ? value : {})) {
        const inside = place.child(key);
        const name = this.#key(key, inside, entries);
        if (name !== undefined) entries.set(name, this.#value(item, inside));
      }
      return { kind: "object", entries };
    });
  }

  /** The value of a key; undefined after a diagnostic. */
  #key(key: string, place: DocumentPath, before: ReadonlyMap<string, unknown>): string | undefined {
    const name = isPlain(key) ? key : toPlain(this.#text(key, place));
    if (typeof name === "string" && !before.has(name)) return name;
    const shown = shortened(JSON.stringify(key));
    if (typeof name === "string") {
      const there = shortened(JSON.stringify(name));
      this.#refusals.add(place, `The key ${shown} evaluates to ${there}, which is there already.`);
    } else if (name !== undefined)
      this.#refusals.add(place, `The key ${shown} does not evaluate to a string before the apply.`);
    return undefined;
  }

  /** A text in which there may be expressions. One that is a single expression keeps its type. */
  #text(whole: string, place: DocumentPath): Value {
    const parts = this.#attempt(`\`${shortened(whole)}\``, place, () => this.#parse(whole, place)) ?? [];
    const values = parts.map((part) => this.#part(part, place));
    const [first = refused, ...others] = values;
    if (others.length === 0) return first;
    if (values.includes(refused)) return refused;
    return this.#attempt(shortened(JSON.stringify(whole)), place, () => joined(values)) ?? refused;
  }

  #parse(whole: string, place: DocumentPath): readonly TemplatePart[] {
    if (whole.length > longestText) {
      this.#refusals.add(place, `This text is to be evaluated, and ${tooLong}`);
      return [];
    }
    const known = this.#parsed.get(whole);
    if (known !== undefined) return known;
    this.#limits.parse(whole.length);
    const parts = parseTemplate(whole);
    this.#parsed.set(whole, parts);
    return parts;
  }

  #part(part: TemplatePart, place: DocumentPath): Value {
    if ("expression" in part)
      return (
        this.#attempt(`\`\${${shortened(part.source)}}\``, place, () =>
          this.#expression(part.expression, place.stack),
        ) ?? refused
      );
    if (!numberToken.test(part.literal)) return text(part.literal);
    const why = `${shortened(JSON.stringify(part.literal))} holds a number that cdktf did not resolve. Use Token.asString on it, or a space before it.`;
    this.#refusals.add(place, why);
    return refused;
  }

  /** A reference alone is taken as it is declared. */
  #expression(expression: Expression, stack: Stack): Value {
    const isAlone = expression.kind === "reference";
    return evaluateExpression(expression, {
      limits: this.#limits,
      resolve: (steps) => {
        const found = this.#references.resolve(stack, steps, isAlone);
        this.#limits.refer((left) => sizeOf(found, left));
        return found;
      },
    });
  }

  /** @returns undefined after a diagnostic */
  #attempt<T>(shown: string, place: DocumentPath, evaluate: () => T): T | undefined {
    try {
      return evaluate();
    } catch (thrown) {
      if (!(thrown instanceof CannotEvaluate)) throw thrown;
      if (thrown.why !== undefined) this.#refusals.add(place, `${shown} ${thrown.why}`, thrown.kind);
      return undefined;
    }
  }
}

import type { Diagnostic } from "../diagnostics/diagnostic";
import { define } from "../model/define";
import { isObject } from "../model/json";
import { cannot } from "./expression/cannot-evaluate";
import { Limits } from "./expression/limits";
import type { Value } from "./expression/value";
import { Expressions } from "./expressions";
import { deepest, isPlain, DocumentPath, type Stack } from "./document";
import { Known } from "./known";
import { Lookups } from "./lookups";
import { References } from "./references";
import { Refusals, shortened } from "./refusals";
import { Templates } from "./templates";
import { type VariableOf, Variables } from "./variables";

/** How many steps to a deeper value its diagnostic names. */
const shownSteps = 6;

/**
 * Evaluates the values of a synthesized app without terraform. What it cannot evaluate becomes a
 * diagnostic with its JSON pointer, and undefined in the value. The time and the memory that it takes are limited,
 * since somebody else may have made the documents.
 */
export class Evaluator {
  readonly #refusals = new Refusals();
  readonly #limits = new Limits();
  readonly #plain = new Known<unknown>(this.#limits);
  readonly #typed = new Known<Value | undefined>(this.#limits);
  readonly #expressions: Expressions;
  readonly #templates: Templates;
  /** The objects that the values look up. */
  readonly lookups = new Lookups(this.#refusals.kept);

  /** @param variableOf the value of an input variable, from outside of the declaration */
  constructor(stacks: readonly Stack[], variableOf: VariableOf = () => undefined) {
    const typed = (value: unknown, place: DocumentPath): Value => this.#typedOnce(value, place) ?? cannot();
    this.#expressions = new Expressions({
      references: new References(stacks, this.lookups, (value, place) => this.evaluate(value, place)),
      variables: new Variables(variableOf, typed),
      typed,
      lookups: this.lookups,
      limits: this.#limits,
      refusals: this.#refusals,
    });
    this.#templates = new Templates(this.#expressions, this.lookups, this.#refusals);
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
  evaluate(value: unknown, place: DocumentPath): unknown {
    return this.#plain.once(place, () => this.#value(value, place));
  }

  #value(value: unknown, place: DocumentPath): unknown {
    if (this.#isTooDeep(place)) return undefined;
    if (isPlain(value)) return value;
    if (typeof value === "string") return this.#templates.plain(value, place);
    return this.#limits.within(() => {
      if (Array.isArray(value)) return value.map((item: unknown, index) => this.#value(item, place.child(index)));
      const result: Record<string, unknown> = {};
      for (const [key, item] of Object.entries(isObject(value) ? value : {})) {
        const inside = place.child(key);
        const name = this.#key(key, inside, (found) => Object.hasOwn(result, found));
        if (name !== undefined) define(result, name, this.#value(item, inside));
      }
      return result;
    });
  }

  #typedOnce(value: unknown, place: DocumentPath): Value | undefined {
    return this.#typed.once(place, () => this.#typedValue(value, place));
  }

  /** The same with Terraform's types, for functions; undefined where any of it cannot be evaluated. */
  #typedValue(value: unknown, place: DocumentPath): Value | undefined {
    if (this.#isTooDeep(place)) return undefined;
    if (isPlain(value)) return this.#expressions.fromPlain(value, place);
    if (typeof value === "string") return this.#templates.typed(value, place);
    return this.#limits.within(() => {
      if (Array.isArray(value)) {
        const items = value.map((item: unknown, index) => this.#typedValue(item, place.child(index)));
        return items.every((each) => each !== undefined) ? { kind: "tuple", items } : undefined;
      }
      const entries = new Map<string, Value | undefined>();
      for (const [key, item] of Object.entries(isObject(value) ? value : {})) {
        const inside = place.child(key);
        const found = this.#key(key, inside, (other) => entries.has(other));
        const isLookedUp = this.lookups.isPlaceholder(found);
        if (isLookedUp) this.#refuseLaterKey(key, inside);
        const name = isLookedUp ? undefined : found;
        entries.set(name ?? key, name === undefined ? undefined : this.#typedValue(item, inside));
      }
      return isWhole(entries) ? { kind: "object", entries } : undefined;
    });
  }

  /** What a key comes to; undefined after a diagnostic. */
  #key(key: string, place: DocumentPath, isThere: (name: string) => boolean): string | undefined {
    const name = this.#templates.plain(key, place);
    if (typeof name === "string" && !isThere(name)) return name;
    const shown = shortened(JSON.stringify(key));
    if (typeof name === "string")
      this.#refusals.add(
        place,
        `The key ${shown} comes to ${shortened(JSON.stringify(name))}, which is there already.`,
      );
    else if (name !== undefined) this.#refuseLaterKey(key, place);
    return undefined;
  }

  #refuseLaterKey(key: string, place: DocumentPath): void {
    this.#refusals.add(place, `The key ${shortened(JSON.stringify(key))} does not come to a text before the apply.`);
  }

  #isTooDeep(place: DocumentPath): boolean {
    if (place.steps.length <= deepest) return false;
    const start = new DocumentPath(place.stack, place.steps.slice(0, shownSteps), place.address);
    this.#refusals.add(start, "This is nested deeper than anything that can be declared.");
    return true;
  }
}

const isWhole = (entries: ReadonlyMap<string, Value | undefined>): entries is ReadonlyMap<string, Value> =>
  [...entries.values()].every((each) => each !== undefined);

import { CannotEvaluate, cannot } from "./expression/cannot-evaluate";
import { convert } from "./expression/convert";
import { evaluateExpression } from "./expression/evaluate-expression";
import { item } from "./expression/functions/maps";
import type { Limits } from "./expression/limits";
import { parseExpression } from "./expression/parse-expression";
import { fromPlain, toPlain } from "./expression/plain";
import { sizeOfTyped } from "./expression/size-of-typed";
import type { Expression } from "./expression/syntax";
import { type Type, text, type Value } from "./expression/value";
import { localOf } from "./locals";
import type { Lookups } from "./lookups";
import { type DocumentPath, type Stack, sizeOf } from "./document";
import { referenceKinds } from "./reference-kinds";
import { descend, type References } from "./references";
import { refuseSetItems } from "./refuse-set-items";
import { type Refusals, shortened } from "./refusals";
import type { Variables } from "./variables";

/** What expressions refer to, and what is shared while they are evaluated. */
interface Surroundings {
  readonly references: References;
  readonly variables: Variables;
  readonly typed: (value: unknown, place: DocumentPath) => Value;
  readonly lookups: Lookups;
  readonly limits: Limits;
  readonly refusals: Refusals;
}

type Steps = readonly [string, ...string[]];

/** Evaluates expressions. What cannot be evaluated becomes a diagnostic. */
export class Expressions {
  readonly #in: Surroundings;
  /** Values of attributes with their types, so that one that is referred to often is converted once. */
  readonly #converted = new WeakMap<object, Map<Type, Value>>();

  readonly #parsed = new Map<string, Expression>();

  constructor(surroundings: Surroundings) {
    this.#in = surroundings;
  }

  /** As it stands in JSON; undefined after a diagnostic. A reference alone is taken as it is declared. */
  plain(expression: string, place: DocumentPath): unknown {
    return this.#attempt(`\`\${${shortened(expression)}}\``, place, () => {
      const parsed = this.#parse(expression);
      if (parsed.kind !== "reference" || isValue(parsed.steps)) return toPlain(this.#evaluate(parsed, place));
      const { value, type, steps } = this.#find(place.stack, parsed.steps);
      refuseSetItems(type, steps);
      const found = descend(value, steps);
      this.#in.limits.refer((left) => sizeOf(found, left));
      return found;
    });
  }

  /** With its type; undefined after a diagnostic. */
  typed(expression: string, place: DocumentPath): Value | undefined {
    return this.#attempt(`\`\${${shortened(expression)}}\``, place, () =>
      this.#evaluate(this.#parse(expression), place),
    );
  }

  /** @param value without a template; undefined after a diagnostic */
  fromPlain(value: unknown, place: DocumentPath): Value | undefined {
    return this.#attempt("This", place, () => fromPlain(value, () => false));
  }

  #parse(expression: string): Expression {
    const known = this.#parsed.get(expression);
    if (known !== undefined) return known;
    refuseToken(expression);
    this.#in.limits.parse(expression.length);
    const parsed = parseExpression(expression);
    this.#parsed.set(expression, parsed);
    return parsed;
  }

  #evaluate(parsed: Expression, place: DocumentPath): Value {
    const { limits } = this.#in;
    return evaluateExpression(parsed, { limits, resolve: (steps) => this.#resolve(place.stack, steps) });
  }

  #resolve(stack: Stack, steps: Steps): Value {
    const [root, name = "", ...rest] = steps;
    const found = isValue(steps)
      ? rest.reduce(
          takeItem,
          root === "var" ? this.#in.variables.get(stack, name) : localOf(stack, name, this.#in.typed),
        )
      : this.#attribute(stack, steps);
    this.#in.limits.refer((left) => sizeOfTyped(found, left));
    return found;
  }

  #attribute(stack: Stack, all: Steps): Value {
    const { value, type, steps } = this.#find(stack, all);
    return steps.reduce(takeItem, this.#typedAs(value, type));
  }

  #typedAs(value: unknown, type: Type): Value {
    const make = (): Value =>
      convert(
        fromPlain(value, (each) => this.#in.lookups.isPlaceholder(each)),
        type,
      );
    if (typeof value !== "object" || value === null) return make();
    const known = this.#converted.get(value) ?? new Map<Type, Value>();
    this.#converted.set(value, known);
    const found = known.get(type) ?? make();
    known.set(type, found);
    return found;
  }

  #find(stack: Stack, steps: Steps) {
    const what = referenceKinds.get(steps[0]);
    return what === undefined ? this.#in.references.find(stack, steps) : cannot(`refers to ${what}.`);
  }

  #attempt<T>(shown: string, place: DocumentPath, evaluate: () => T): T | undefined {
    try {
      return evaluate();
    } catch (thrown) {
      if (!(thrown instanceof CannotEvaluate)) throw thrown;
      if (thrown.why !== undefined) this.#in.refusals.add(place, `${shown} ${thrown.why}`, thrown.kind);
      return undefined;
    }
  }
}

const isValue = ([root]: Steps): boolean => root === "var" || root === "local";

const takeItem = (of: Value, key: string): Value => item(of, text(key));

function refuseToken(expression: string): void {
  if (expression.startsWith("TfToken["))
    cannot("is a token that cdktf has not resolved. Was it made in another app, or put into a text by hand?");
}

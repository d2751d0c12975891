import { cannot } from "./expression/cannot-evaluate";
import type { Limits } from "./expression/limits";
import type { DocumentPath, Stack } from "./document";

/** Stands for a value while it is evaluated. */
const begun = Symbol("begun");

/** The maximum number of references that lead from one to the next. */
const mostInARow = 100;

/** Values by their place, each evaluated once. */
export class Known<T> {
  readonly #byStack = new Map<Stack, Map<string, T | typeof begun>>();

  /** @param limits shared by all whose values lead to each other */
  constructor(readonly limits: Limits) {}

  /** @throws CannotEvaluate for a value that leads to itself, or by too many others */
  once(place: DocumentPath, evaluate: () => T): T {
    const known = this.#of(place.stack);
    const { path } = place;
    const found = known.get(path);
    if (found === begun) return cannot("refers to itself.");
    if (known.has(path)) return found as T;
    if (this.limits.inARow > mostInARow)
      cannot(`comes after ${String(mostInARow)} references that lead from one to the next. Write it out.`);
    known.set(path, begun);
    this.limits.inARow += 1;
    try {
      const value = evaluate();
      known.set(path, value);
      return value;
    } catch (thrown) {
      known.delete(path);
      throw thrown;
    } finally {
      this.limits.inARow -= 1;
    }
  }

  #of(stack: Stack): Map<string, T | typeof begun> {
    const known = this.#byStack.get(stack) ?? new Map<string, T | typeof begun>();
    this.#byStack.set(stack, known);
    return known;
  }
}

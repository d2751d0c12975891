/**
 * A list that has each of its values once. The same object is made into a value once, and equal values have one
 * position.
 */
export class Interned<From, To> {
  readonly #make: (from: From) => To;
  readonly #known = new Map<From, number>();
  readonly #equal = new Map<string, number>();
  readonly #all: To[] = [];

  constructor(make: (from: From) => To) {
    this.#make = make;
  }

  get all(): readonly To[] {
    return this.#all;
  }

  /** The position of the value. */
  at(from: From): number {
    const known = this.#known.get(from);
    if (known !== undefined) return known;
    const made = this.#make(from);
    const key = JSON.stringify(made);
    const at = this.#equal.get(key) ?? this.#all.push(made) - 1;
    this.#equal.set(key, at);
    this.#known.set(from, at);
    return at;
  }
}

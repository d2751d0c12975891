/** A list that has each of its values once. */
export class Interned<From, To = From> {
  readonly #make: (from: From) => To;
  readonly #known = new Map<string, number>();
  readonly #all: To[] = [];

  /** @param make makes a value of something else; the same of equals */
  constructor(make: (from: From) => To) {
    this.#make = make;
  }

  get all(): readonly To[] {
    return this.#all;
  }

  /** The position of the value. */
  at(from: From): number {
    const key = JSON.stringify(from);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const at = this.#all.push(this.#make(from)) - 1;
    this.#known.set(key, at);
    return at;
  }
}

/** A list that has each of its values once. */
export class Interned<Value> {
  readonly all: Value[] = [];
  readonly #known = new Map<string, number>();

  /** The position of the value. */
  at(value: Value): number {
    const key = JSON.stringify(value);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const at = this.all.push(value) - 1;
    this.#known.set(key, at);
    return at;
  }
}

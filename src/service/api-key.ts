import { inspect } from "node:util";

/** An API key. However it is printed, logged or serialized, it shows as `***`. */
export class ApiKey {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value of the `Authorization` header: specification, *Authentication*. */
  authorization(): string {
    return `Bearer ${this.#value}`;
  }

  /** The text without the key, should somebody have written it in there. */
  redact(text: string): string {
    return text.replaceAll(this.#value, "***");
  }

  toString(): string {
    return "***";
  }

  toJSON(): string {
    return "***";
  }

  [inspect.custom](): string {
    return "ApiKey(***)";
  }
}

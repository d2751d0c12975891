import { inspect } from "node:util";
import { redactorOf } from "./redactor";

/** An API key. However it is printed, logged or serialized, it shows as `***`. */
export class ApiKey {
  readonly #value: string;
  readonly #source: string;
  #redactor: ((text: string) => string) | undefined;

  /** @param source what a user calls it: the variable that holds it */
  constructor(value: string, source = "SCANFORM_API_KEY") {
    this.#value = value;
    this.#source = source;
  }

  get source(): string {
    return this.#source;
  }

  /** The value of the `Authorization` header: specification, *Authentication*. */
  authorization(): string {
    return `Bearer ${this.#value}`;
  }

  /** The text with every occurrence of the key replaced, encoded ones too: see `redactorOf`. */
  redact(text: string): string {
    this.#redactor ??= redactorOf(this.#value);
    return this.#redactor(text);
  }

  /** Whether the key, or an encoded form of it, is in a text; a very short one could be a part of any word. */
  isIn(text: string): boolean {
    return this.#value.length >= 8 && this.redact(text) !== text;
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

import { inspect } from "node:util";
import { redactorOf } from "./redactor";

/** An API key. However it is printed, logged or serialized, it shows as `***`. */
export class ApiKey {
  readonly #value: string;
  #redactor: ((text: string) => string) | undefined;

  constructor(value: string) {
    this.#value = value;
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

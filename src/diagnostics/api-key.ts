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

  /** The text with every occurrence of the key replaced. */
  redact(text: string): string {
    // as it is, inside JSON, and inside a path
    const forms = [this.#value, JSON.stringify(this.#value).slice(1, -1), encodeURIComponent(this.#value)];
    return forms.reduce((rest, form) => rest.replaceAll(form, "***"), text);
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

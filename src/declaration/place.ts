import type { Stack } from "./stack";

/** Something in a synthesized document. Given to a diagnostic, it says where. */
export class Place {
  /** @param steps the keys and indexes from the document's root */
  constructor(
    readonly stack: Stack,
    readonly steps: readonly string[] = [],
    /** The resource that it belongs to. */
    readonly address?: string,
  ) {}

  child(...keys: readonly PropertyKey[]): Place {
    return new Place(this.stack, [...this.steps, ...keys.map(String)], this.address);
  }

  /** A JSON pointer (RFC 6901) into the stack's file. */
  get path(): string {
    return `${this.stack.file}#${this.steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
  }
}

import { refuse } from "../refusals";

/** How many values all expressions together may make. */
const mostMade = 2_000_000;
/** How many values, expressions and references may be evaluated inside of each other. */
const deepestInside = 500;

/** How many values and characters all references together may repeat. */
const mostReferenced = 10_000_000;

/** How many characters of different expressions may be parsed. */
const mostParsed = 10_000_000;

/** What evaluation may take, whoever made the documents. */
export class Limits {
  /** How many attributes, outputs and locals are being evaluated, each because the one before refers to it. */
  referenceDepth = 0;
  #made = 0;
  #parsed = 0;
  #inside = 0;
  #referenced = 0;

  /** Counts what a reference repeats. @param sizeOf counts up to what is left */
  refer(sizeOf: (left: number) => number): void {
    this.#referenced += sizeOf(mostReferenced - this.#referenced);
    if (this.#referenced > mostReferenced)
      refuse("is one reference too many: all together repeat more than 10,000,000 values and characters.");
  }

  /** Counts characters that are to be parsed. */
  parse(characters: number): void {
    this.#parsed += characters;
    if (this.#parsed > mostParsed || this.#made > mostMade)
      refuse(
        "is one expression too many: all together are longer than 10,000,000 characters, or make too many values.",
      );
  }

  /** Counts values that were made. */
  make(count: number): void {
    this.#made += count;
    if (this.#made > mostMade) refuse("is one expression too many: all together make more than 2,000,000 values.");
  }

  /** Evaluates something inside of something else. */
  within<T>(evaluate: () => T): T {
    if (this.#inside >= deepestInside) refuse("is evaluated inside of too many others. Write it out.");
    this.#inside += 1;
    try {
      return evaluate();
    } finally {
      this.#inside -= 1;
    }
  }
}

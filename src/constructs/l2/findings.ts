import { pathText } from "../../model/path-text";
import type { Problem } from "./problems";

interface Finding {
  /** From the value that is read to what is wrong, in reverse. */
  readonly steps: (string | number)[];
  readonly detail: string;
}

/** What is wrong with a value, found in one walk. A path is made only where something is found. */
export class Findings {
  readonly #all: Finding[] = [];

  get count(): number {
    return this.#all.length;
  }

  /** @param detail the rest of a sentence that begins with the path */
  add(detail: string, ...steps: readonly (string | number)[]): void {
    this.#all.push({ steps: steps.toReversed(), detail });
  }

  /** Puts what was found since `from` into a part of the value. */
  moveInto(step: string | number, from: number): void {
    for (const { steps } of this.#all.slice(from)) steps.push(step);
  }

  problems(): readonly Problem[] {
    return this.#all.map(({ steps, detail }) => {
      const key = pathText(steps.toReversed());
      const sentence = /[.?]$/.test(detail) ? detail : `${detail}.`;
      return key === "" ? { detail: `Its argument ${sentence}` } : { key, detail: sentence };
    });
  }
}

/** Checks a value and returns it as the bindings take it; undefined where a finding was added. */
export type Reader = (value: unknown, findings: Findings) => unknown;

/** Reads a part of a value. */
export function readPart(reader: Reader, value: unknown, step: string | number, findings: Findings): unknown {
  const before = findings.count;
  const read = reader(value, findings);
  if (findings.count === before) return read;
  findings.moveInto(step, before);
  return undefined;
}

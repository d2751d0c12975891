import { refuse } from "../refusals";

/** Spaces, tabs and ends of lines. */
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;

/** A position in a text that is parsed. Patterns that it takes must be sticky. */
export class Scanner {
  at = 0;

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  isNext(literal: string): boolean {
    return this.text.startsWith(literal, this.at);
  }

  /** Moves behind a literal. @returns whether it was there */
  take(literal: string): boolean {
    const found = this.isNext(literal);
    if (found) this.at += literal.length;
    return found;
  }

  /** Moves behind what a sticky pattern matches. @returns what it matched */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  skipBlanks(): void {
    while (isBlank(this.text.charCodeAt(this.at))) this.at += 1;
  }

  expect(literal: string): void {
    if (!this.take(literal)) this.unexpected(`no \`${literal}\``);
  }

  unexpected(what = "something that is not understood here"): never {
    const near = this.text.slice(this.at, this.at + 20);
    return refuse(`has ${what} ${near === "" ? "at its end" : `before ${JSON.stringify(near)}`}.`);
  }
}

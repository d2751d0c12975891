import { escapedPattern } from "./rule";

/** Patterns are prefixes, or suffixes, which are prefixes of the reversed name. */
export interface Direction {
  readonly key: (name: string) => string;
  readonly pattern: (prefix: string) => string;
}

const reversed = (text: string): string => Array.from(text).reverse().join("");

export const forwards: Direction = { key: (name) => name, pattern: (prefix) => `${escapedPattern(prefix)}%` };

export const backwards: Direction = {
  key: reversed,
  pattern: (prefix) => `%${escapedPattern(reversed(prefix))}`,
};

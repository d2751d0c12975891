import { Lazy, Token } from "cdktf";

/**
 * What the planned change of a configuration does by itself, each leaf in words: tokens, for outputs, checks and
 * preconditions. Terraform alone knows them.
 */
export interface ConfigurationReview {
  /** What gets weaker, such as `sql-injection: no longer blocks pull requests`. */
  readonly weaker: string[];
  /** What gets stronger. */
  readonly stronger: string[];
  /** What cannot be classified. */
  readonly unclassified: string[];
}

/** The moves that are planned: tokens, as those of `ConfigurationReview`. */
export interface AssignmentsReview {
  /** A line for each pair of configurations and rule, at most 40. */
  readonly moves: string[];
}

/** A list of texts, resolved lazily: once read, an address can no longer be overridden. */
export const lazyList = (read: () => string[]): string[] => Token.asList(lazy(read));

/** Resolved once: a reference remembers from one resolution to the next that it crosses stacks. */
export const lazy = (read: () => unknown): ReturnType<typeof Lazy.anyValue> => {
  let value: { readonly is: unknown } | undefined;
  return Lazy.anyValue({ produce: () => (value ??= { is: read() }).is });
};

import { Lazy, Token } from "cdktf";

/**
 * What the planned change of a resource does to repositories: tokens, for outputs, checks and preconditions. Terraform
 * alone knows them, and a value that it does not know yet counts as unclassified.
 */
export interface Review {
  /** The number of repositories that are scanned less in any setting: a whole number. */
  readonly weakens: number;
  /** The number of those where it cannot be said, and nothing weakens: a whole number. */
  readonly unclassified: number;
  /** The number of those that are only scanned more: a whole number. */
  readonly strengthens: number;
  /** The counts in words. */
  readonly summary: string;
  /** What changes for which repositories, the worst first. */
  readonly details: string[];
}

/** The same tokens, resolved lazily: once read, an address can no longer be overridden. */
export const lazyReview = (of: Review): Review => ({
  weakens: Token.asNumber(lazy(() => of.weakens)),
  unclassified: Token.asNumber(lazy(() => of.unclassified)),
  strengthens: Token.asNumber(lazy(() => of.strengthens)),
  summary: Token.asString(lazy(() => of.summary)),
  details: Token.asList(lazy(() => of.details)),
});

/** Resolved once: a reference remembers from one resolution to the next that it crosses stacks. */
export const lazy = (read: () => unknown): ReturnType<typeof Lazy.anyValue> => {
  let value: { readonly is: unknown } | undefined;
  return Lazy.anyValue({ produce: () => (value ??= { is: read() }).is });
};

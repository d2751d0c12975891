import type { AttributeType } from "./schema/schema";
import { type Value, textIn } from "./value";
import { like, LikePatternError } from "../model/sql-like";

export interface ProviderFunction {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly type: AttributeType; readonly description: string }[];
  readonly returns: AttributeType;
  /** @throws ArgumentError when an argument cannot be used; all arguments are known and not null */
  call(...given: readonly Value[]): Value;
}

/** @param at which of the arguments, from 0 */
export class ArgumentError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

const patternParameter = {
  name: "pattern",
  type: "string",
  description:
    "An SQL LIKE pattern: % is any text, _ any one character, and a backslash makes the next character literal.",
} as const;

/** @throws ArgumentError at the first argument for a pattern that SQL itself would refuse */
function matcher(pattern: Value | undefined): (name: string) => boolean {
  try {
    return like(textIn(pattern));
  } catch (thrown) {
    if (!(thrown instanceof LikePatternError)) throw thrown;
    throw new ArgumentError(`${thrown.message}; write two for a literal backslash`, 0);
  }
}

const likeFunction: ProviderFunction = {
  summary: "Whether a name matches a pattern",
  description:
    "Whether the whole name matches an SQL LIKE pattern, as repository_pattern does for names of repositories. Case matters.",
  parameters: [
    patternParameter,
    { name: "name", type: "string", description: "The name, which must match as a whole." },
  ],
  returns: "bool",
  call: (pattern, name) => matcher(pattern)(textIn(name)),
};

const namesLike: ProviderFunction = {
  summary: "The names that match a pattern",
  description:
    "The names that match an SQL LIKE pattern as a whole, in their order: what a repository_pattern would select.",
  parameters: [patternParameter, { name: "names", type: ["list", "string"], description: "The names to filter." }],
  returns: ["list", "string"],
  call: (pattern, names) => {
    const matches = matcher(pattern);
    const all: readonly Value[] = Array.isArray(names) ? names : [];
    const gap = all.indexOf(null);
    if (gap >= 0) throw new ArgumentError(`item ${String(gap)} is null; leave it out, as compact() does`, 1);
    return all.filter((name) => matches(textIn(name)));
  },
};

const likeLiteral: ProviderFunction = {
  summary: "A text as a literal part of a pattern",
  description:
    "The text with a backslash before each %, _ and backslash, so that an SQL LIKE pattern takes it literally. Names often have an underscore, which matches any character.",
  parameters: [{ name: "text", type: "string", description: "The text to match literally." }],
  returns: "string",
  call: (text) => textIn(text).replaceAll(/[\\%_]/g, "\\$&"),
};

/** Each function by its name, as in `provider::scanform::like(…)`. */
export const functions: Readonly<Record<string, ProviderFunction>> = {
  like: likeFunction,
  names_like: namesLike,
  like_literal: likeLiteral,
};

import type { Rule } from "./routing";

/** Written above a rule that leaves repositories as they are. */
export const leaveComment = "These have no configuration, and stay as they are whatever later rules say.";

/**
 * Written above all rules, in lines. Every pattern takes repositories that are created later; the one for all of them
 * deserves a word.
 */
export const rulesComment = (rules: readonly Rule[]): readonly string[] =>
  rules.at(-1)?.pattern === "%"
    ? [
        "The first rule that matches decides. The last one is for all the others,",
        "and so for repositories that are created later.",
      ]
    : ["The first rule that matches decides, for repositories created later too."];

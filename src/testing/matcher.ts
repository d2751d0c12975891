import { ScanformError } from "../diagnostics/error";
import type { Diagnostic } from "../diagnostics/diagnostic";
import { ownLines } from "../diagnostics/foreign-text";

/** Whether an expectation holds. Undecided fails it, and its negation too. */
export type Judgement =
  { readonly holds: boolean; /** What is, as a sentence. */ readonly is: string } | { readonly undecided: string };

interface MatcherContext {
  readonly isNot?: boolean;
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

export type Matcher<Arguments extends readonly unknown[]> = (
  this: MatcherContext,
  received: unknown,
  ...expected: Arguments
) => MatcherResult;

/** A matcher of Jest and Vitest. What is wrong with the declaration, or with what is expected, fails it. */
export function matcher<Arguments extends readonly unknown[]>(
  judge: (received: unknown, ...expected: Arguments) => Judgement,
): Matcher<Arguments> {
  return function (received, ...expected) {
    const judged = judgedOrWrong(() => judge(received, ...expected));
    const isNot = this.isNot === true;
    if ("holds" in judged)
      return { pass: judged.holds, message: () => shown(`${judged.is}${isNot ? ", which is not expected" : ""}`) };
    return { pass: isNot, message: () => shown(judged.undecided) };
  };
}

function judgedOrWrong(judge: () => Judgement): Judgement {
  try {
    return judge();
  } catch (thrown) {
    if (!(thrown instanceof ScanformError)) throw thrown;
    return { undecided: thrown.diagnostics.map(sentenceOf).join("\n") };
  }
}

const sentenceOf = ({ summary, detail, location }: Diagnostic): string =>
  `${location === undefined ? "" : `${location}: `}${summary}: ${detail.replace(/\.$/, "")}`;

/** Names in it come from elsewhere. */
const shown = (text: string): string => ownLines(/[.?:]$/.test(text) ? text : `${text}.`).join("\n");

import { createContext, Script } from "node:vm";
import picomatch from "picomatch";
import { isObject } from "../../model/json";
import { globOptions } from "../scan-records/assumptions";

const millisecondsPerFile = 250;
const firstMatch = new Script("patterns.findIndex((pattern) => pattern !== null && pattern.test(name))");

/** Which of some patterns a file name matches; undefined when it matches none. */
export type GlobMatcher = (filename: string) => string | undefined;

/**
 * File patterns, made ready. A pattern that is none matches nothing. Patterns come from users, and some
 * would keep a regular expression busy for years: a list that takes too long matches nothing any more.
 */
export function compileGlobs(patterns: readonly string[]): GlobMatcher {
  const context = createContext({ patterns: patterns.map(globExpression), name: "" });
  let tooSlow = false;
  return (filename) => {
    if (tooSlow || patterns.length === 0) return undefined;
    context["name"] = filename.replace(/^\.?\/+/, "");
    try {
      return patterns[firstMatch.runInContext(context, { timeout: millisecondsPerFile }) as number];
    } catch (thrown) {
      if (!isTimeout(thrown)) throw thrown;
      tooSlow = true;
      return undefined;
    }
  };
}

/** null when the text is empty, too long, or no expression comes of it. */
function globExpression(pattern: string): RegExp | null {
  try {
    return picomatch.makeRe(pattern, globOptions);
  } catch (thrown) {
    if (thrown instanceof TypeError || thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}

const isTimeout = (thrown: unknown): boolean => isObject(thrown) && thrown["code"] === "ERR_SCRIPT_EXECUTION_TIMEOUT";

import { createContext, Script } from "node:vm";
import picomatch from "picomatch";
import { isObject } from "../../model/json";
import { globOptions } from "../scan-records/assumptions";

const millisecondsPerFile = 250;
/** Of a process that hardly gets the processor. */
const mostTries = 20;
const firstMatch = new Script("patterns.findIndex((pattern) => pattern !== null && pattern.test(name))");

/** Returns the first pattern that matches a file name, or undefined. */
export type GlobMatcher = (filename: string) => string | undefined;

/**
 * Compiles file patterns. An invalid pattern matches nothing. Since patterns come from users and may cause
 * catastrophic backtracking, a list that exceeds the time limit once matches nothing from then on. A list that only
 * waited for the processor is tried again.
 */
export function compileGlobs(patterns: readonly string[]): GlobMatcher {
  const context = createContext({ patterns: patterns.map(globExpression), name: "" });
  let tooSlow = false;
  return (filename) => {
    if (tooSlow || patterns.length === 0) return undefined;
    context["name"] = filename.replace(/^\.?\/+/, "");
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const before = process.cpuUsage();
      try {
        return patterns[firstMatch.runInContext(context, { timeout: millisecondsPerFile }) as number];
      } catch (thrown) {
        if (!isTimeout(thrown)) throw thrown;
        if (hasWorked(before)) break;
      }
    }
    tooSlow = true;
    return undefined;
  };
}

/** Whether the process has worked since then for most of the time limit; otherwise others had the processor. */
function hasWorked(before: NodeJS.CpuUsage): boolean {
  const { user, system } = process.cpuUsage(before); // in microseconds
  return (user + system) / 1000 > 0.8 * millisecondsPerFile;
}

/** Null for a pattern that is empty, too long or invalid. */
function globExpression(pattern: string): RegExp | null {
  try {
    return picomatch.makeRe(pattern, globOptions);
  } catch (thrown) {
    if (thrown instanceof TypeError || thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}

const isTimeout = (thrown: unknown): boolean => isObject(thrown) && thrown["code"] === "ERR_SCRIPT_EXECUTION_TIMEOUT";

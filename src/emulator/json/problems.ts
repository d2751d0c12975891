import type { z } from "zod";
import { pathText } from "../../model/path-text";

const maxShown = 10;

/** One error in a JSON document and the path of the offending value. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Converts schema issues to problems: each unknown field gets a problem of its own, and a missing value
 * "is required".
 *
 * @param value the value that was validated
 */
export const schemaProblems = (error: z.ZodError, value: unknown): readonly Problem[] =>
  error.issues.flatMap((issue): readonly Problem[] => {
    const { path, message } = issue;
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ path: [...path, key], message: "is not a known field" }));
    return [{ path, message: issue.code !== "custom" && !hasValueAt(value, path) ? "is required" : message }];
  });

/** Whether a JSON document has a value at a path. */
function hasValueAt(value: unknown, [step, ...rest]: readonly PropertyKey[]): boolean {
  if (step === undefined) return value !== undefined;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return false;
  return hasValueAt((value as Readonly<Record<PropertyKey, unknown>>)[step], rest);
}

/** Formats the first ten problems: `a.b[0]: message; c: message`. */
export function formatProblems(problems: readonly Problem[], whole: string): string {
  const texts = problems
    .slice(0, maxShown)
    .map(({ path, message }) => `${path.length === 0 ? whole : pathText(path)}: ${message}`);
  const more = problems.length - texts.length;
  return texts.join("; ") + (more > 0 ? `; and ${String(more)} more` : "");
}

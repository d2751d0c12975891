import type { z } from "zod";
import { pathText } from "../../model/schema";

const maxShown = 10;

/** One thing that is wrong with a JSON document, and where. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * What a schema found, with an unknown field named by its own path, and one that is not there called required.
 *
 * @param value what the schema was given
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

/** `a.b[0]: what is wrong; c: ...`, the first ten. */
export function formatProblems(problems: readonly Problem[], whole: string): string {
  const texts = problems
    .slice(0, maxShown)
    .map(({ path, message }) => `${path.length === 0 ? whole : pathText(path)}: ${message}`);
  const more = problems.length - texts.length;
  return texts.join("; ") + (more > 0 ? `; and ${String(more)} more` : "");
}

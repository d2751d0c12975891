import type { z } from "zod";
import { pathText } from "../model/schema";

const shown = 10;

/** One thing that is wrong with a JSON document, and where. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What a schema found, with an unknown field named by its own path. */
export const problemsOf = (error: z.ZodError): readonly Problem[] =>
  error.issues.flatMap((issue): readonly Problem[] =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: "is not a known field" }))
      : [issue],
  );

/** `a.b[0]: what is wrong; c: ...`, the first ten. */
export function problemText(problems: readonly Problem[], whole: string): string {
  const texts = problems
    .slice(0, shown)
    .map(({ path, message }) => `${path.length === 0 ? whole : pathText(path)}: ${message}`);
  const more = problems.length - texts.length;
  return texts.join("; ") + (more > 0 ? `; and ${String(more)} more` : "");
}

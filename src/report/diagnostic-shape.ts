import { z } from "zod";

/** A message in a document that is printed with `--json`. */
export const diagnosticShape = z.strictObject({
  code: z.string(),
  severity: z.enum(["error", "warning"]),
  summary: z.string(),
  detail: z.string(),
  address: z.string().optional(),
  path: z.string().optional(),
  location: z.string().optional().describe("Such as `main.ts:31:5`, relative to the project."),
});

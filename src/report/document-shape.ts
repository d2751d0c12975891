import { z } from "zod";
import { accountShape, requestsShape } from "./account-shape";
import { diagnosticShape } from "./diagnostic-shape";
import { driftShape } from "./drift/drift-shape";
import { explainedAccountsShape, explainedConfigurationShape, explainedRepositoryShape } from "./explain/explain-shape";

/**
 * The documents that scanform prints with `--json`: format 2.0 (DESIGN, *The contract*). Loaded by what makes the
 * JSON Schema of the package, and by tests; `document.ts` takes only the types.
 */

const outcome = z.strictObject({
  address: z.string(),
  status: z.enum(["succeeded", "failed", "skipped"]),
  code: z
    .enum(["changed-since-planned", "not-converged", "not-read-back"])
    .optional()
    .describe("Why it did not succeed; absent where `error` alone says it."),
  error: z.string().optional(),
  request_id: z.string().optional(),
  changed: z
    .array(z.strictObject({ path: z.string(), planned: z.unknown(), found: z.unknown() }))
    .optional()
    .describe("With `changed-since-planned`: what somebody else has changed. null where nothing is set."),
});

export const appliedShape = accountShape.extend({
  requests: requestsShape.extend({ sent: z.int().min(0) }),
  outcomes: z.array(outcome),
  verified: z.boolean(),
});

const common = { format_version: z.literal("2.0"), diagnostics: z.array(diagnosticShape) };

/** What `plan`, `apply`, `rollback`, `explain` and `drift` print, or every command that fails before there is a plan. */
export const documentShape = z.union([
  z.strictObject({ ...common, accounts: z.array(accountShape) }).describe("A plan."),
  z.strictObject({ ...common, accounts: z.array(appliedShape) }).describe("A plan, and what became of it."),
  z.strictObject(common).describe("An error before there was a plan."),
  explainedRepositoryShape,
  explainedConfigurationShape,
  explainedAccountsShape,
  driftShape,
]);

export const planSchema = (): object => ({
  title: "What scanform prints with --json",
  ...z.toJSONSchema(documentShape, { io: "output" }),
});

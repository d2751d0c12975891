import { z } from "zod";
import { accountShape, changedLeafShape } from "../account-shape";
import { diagnosticShape } from "../diagnostic-shape";

const many = z.int().min(0);
const effects = accountShape.shape.effects;

export const driftAccountShape = z.strictObject({
  account_id: z.string(),
  account: accountShape.shape.account,
  since: z.string().nullable().describe("When the last apply read the account back; null where it is not known."),
  drift: effects.nullable().describe("What has moved since, weakening first; null without --since."),
  pending: effects.describe("What is declared and not applied yet, as in a plan of the account without the drift."),
  changes: z
    .strictObject({
      drift: z
        .array(
          z.strictObject({
            address: z.string(),
            id: z.string(),
            name: z.string().nullable(),
            deleted: z.boolean(),
            changes: z.array(changedLeafShape),
          }),
        )
        .nullable(),
      pending: accountShape.shape.changes,
    })
    .describe("The configurations themselves, whether or not a repository has them."),
  moves: z
    .strictObject({ drift: many.nullable(), pending: many })
    .describe("How many repositories have, or will have, another configuration."),
  diagnostics: z.array(diagnosticShape),
});

/** `scanform drift --json` */
export const driftShape = z
  .strictObject({
    format_version: z.literal("2.0"),
    accounts: z.array(driftAccountShape),
    diagnostics: z.array(diagnosticShape),
  })
  .describe("What has moved in the service, and what is not applied yet.");

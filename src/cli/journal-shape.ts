import { z } from "zod";
import { heldShape, planAccountShape, writeShape } from "../report/stored-shapes";

/** What `drift` needs of a checkpoint that was written to a file. */
const checkpointShape = z.looseObject({
  configurations: z
    .array(
      z.looseObject({
        address: z.string(),
        id: z.string(),
        name: z.string().optional(),
        settings: heldShape,
      }),
    )
    .describe("The declared configurations as the service held them."),
  repositories: z
    .record(z.string(), z.string().nullable())
    .describe("The configuration of each repository that a rule assigned; null where it had none."),
  holders: z.record(z.string(), z.string()).optional().describe("Other repositories that had one of these."),
  triages: z
    .record(z.string(), z.string().nullable())
    .describe("The category of each finding whose triage was declared; null where it had none."),
});

export const journalFormat = "scanform-journal";

const named = z.looseObject({ name: z.string().optional(), settings: heldShape });
const namedAfter = named.extend({ name: z.string() });

/** The first line. */
export const beginShape = z.looseObject({
  format: z.literal(journalFormat),
  format_version: z.string(),
  type: z.literal("begin"),
  at: z.string().optional(),
  account: planAccountShape,
  baseUrl: z.string(),
  aliases: z.array(z.string()),
  digest: z.string().optional(),
  rollback: z.literal(true).optional(),
  existing: z.array(z.string()).optional().describe("The configurations that were there, where the plan creates any."),
});

/** The part of each further entry that a rollback needs. */
export const entryShape = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("sending"),
    at: z.string(),
    write: writeShape,
    images: z.array(
      z.looseObject({ id: z.string(), address: z.string(), before: named, after: namedAfter.optional() }),
    ),
    repositories: z.record(z.string(), z.string().nullable()),
    triage: z.looseObject({ before: z.string().nullable() }).optional(),
    preventDestroy: z.literal(true).optional(),
  }),
  z.looseObject({
    type: z.literal("settled"),
    write: z.int(),
    status: z.enum(["succeeded", "failed"]),
    refused: z.literal(true).optional(),
    created: z.string().optional(),
    answered: heldShape.optional(),
  }),
  z.looseObject({
    type: z.literal("applied"),
    at: z.string(),
    verified: z.boolean(),
    unexpected: z
      .array(z.looseObject({ configuration: z.string(), address: z.string(), path: z.string() }))
      .optional()
      .describe("Leaves that were found neither as before the write nor as it was to leave them."),
    ...checkpointShape.shape,
  }),
]);

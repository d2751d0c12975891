import { z } from "zod";
import { checkpointShape } from "./checkpoint-shape";

export const journalFormat = "scanform-journal";
/** Files of another major version are refused. */
export const journalVersion = "1.3";

const named = z.looseObject({ name: z.string().optional(), settings: z.looseObject({}) });
const common = { id: z.int(), carries: z.array(z.string()) };
const body = z.looseObject({ name: z.string(), settings: z.looseObject({}) });
const texts = z.array(z.string());
const configuration = z.string();

/** The part of each entry that a rollback needs. */
export const entryShape = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("begin") }),
  z.looseObject({
    type: z.literal("sending"),
    write: z.discriminatedUnion("kind", [
      z.looseObject({ ...common, kind: z.literal("create"), body }),
      z.looseObject({ ...common, kind: z.enum(["put", "patch"]), configuration, body }),
      z.looseObject({ ...common, kind: z.literal("bulk"), configurations: texts }),
      z.looseObject({ ...common, kind: z.literal("assign"), configuration, repositories: texts }),
      z.looseObject({ ...common, kind: z.literal("delete"), configuration }),
      z.looseObject({ ...common, kind: z.literal("set-triage"), finding: z.string(), category: z.string() }),
      z.looseObject({ ...common, kind: z.literal("remove-triage"), finding: z.string() }),
    ]),
    images: z.array(z.looseObject({ id: z.string(), address: z.string(), before: named, after: named.optional() })),
    repositories: z.record(z.string(), z.string().nullable()),
    triage: z.looseObject({ before: z.string().nullable() }).optional(),
  }),
  z.looseObject({ type: z.literal("settled"), write: z.int(), status: z.enum(["succeeded", "failed"]) }),
  z.looseObject({
    type: z.literal("applied"),
    at: z.string().optional(),
    verified: z.boolean().optional(),
    ...checkpointShape.shape,
  }),
]);

/** The first line. */
export const beginShape = z.looseObject({
  format: z.literal(journalFormat),
  format_version: z.string(),
  type: z.literal("begin"),
  account: z.looseObject({ id: z.string() }),
  baseUrl: z.string(),
  aliases: z.array(z.string()).default([]),
  digest: z.string().optional(),
});

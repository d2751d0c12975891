import { z } from "zod";
import { desiredShape, settingsShape } from "./stored-shapes";

/** What `drift` needs of a checkpoint that was written to a file. */
export const checkpointShape = z.looseObject({
  desired: desiredShape,
  configurations: z
    .array(
      z.looseObject({
        address: z.string(),
        id: z.string().optional(),
        name: z.string().optional(),
        settings: settingsShape,
      }),
    )
    .describe("The declared configurations as the service held them."),
  repositories: z
    .record(z.string(), z.string().nullable())
    .describe("The configuration of each repository that a rule assigned; null where it had none."),
});

import { z } from "zod";

const settings = z.looseObject({});

/** What `drift` needs of a checkpoint that was written to a file. */
export const checkpointShape = z.looseObject({
  desired: z
    .looseObject({
      configurations: z.array(z.looseObject({ address: z.string(), name: z.string(), settings })),
      assignments: z.array(z.looseObject({ address: z.string(), rules: z.array(z.looseObject({})) })),
    })
    .describe("What was declared."),
  configurations: z
    .array(z.looseObject({ address: z.string(), id: z.string().optional(), name: z.string().optional(), settings }))
    .describe("The declared configurations as the service held them."),
  repositories: z
    .record(z.string(), z.string().nullable())
    .describe("The configuration of each repository that a rule assigned; null where it had none."),
});

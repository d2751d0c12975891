import { z } from "zod";
import { triageCategories } from "../model/findings";
import { objectSchema } from "../model/schema";
import { settingsFields } from "../model/settings";

/** The shapes that plans and journals share: what was declared, what was live, and what is sent. */

const id = z.string();
const ids = z.array(id);
const texts = z.array(z.string());

export const settingsShape = objectSchema(settingsFields, "stored").describe("Settings under scanform's names.");

export const planAccountShape = z.looseObject({
  id,
  name: z.string().optional(),
  inactive: z.literal(true).optional(),
  alias: z.string().optional(),
  baseUrl: z.string().optional(),
});

/** Settings as the service holds them, in which a value may be of another kind than its field. */
export const heldShape = z
  .record(
    z.string(),
    z.unknown().refine((value) => value !== null),
  )
  .describe("Settings as the service holds them.");

export const desiredConfigurationShape = z.strictObject({
  address: z.string(),
  name: z.string(),
  id: id.optional(),
  renamedFrom: texts.optional(),
  exclusiveAnalyzers: z.boolean().optional(),
  preventDestroy: z.boolean().optional(),
  settings: settingsShape,
  whole: z.literal(true).optional(),
});

export const configurationRefShape = z.union([z.strictObject({ address: z.string() }), z.strictObject({ id })]);

export const ruleTargetShape = z.union([
  z.strictObject({ leave: z.literal(true) }),
  z.strictObject({ configuration: configurationRefShape }),
]);

const rule = z.strictObject({
  target: ruleTargetShape,
  repositoryIds: ids.optional(),
  repositoryNames: texts.optional(),
  repositoryPattern: z.string().optional(),
});

export const desiredTriageShape = z.strictObject({
  address: z.string(),
  findingId: z.string(),
  category: z.enum(triageCategories).nullable(),
  justification: z.string(),
  expires: z.string().optional(),
});

const state = z.strictObject({ name: z.string().optional(), settings: heldShape });

export const writtenShape = z
  .strictObject({
    journal: z.string().optional().describe("The name of the journal that shows it."),
    configurations: z.array(
      z.strictObject({
        address: z.string(),
        id: id.optional().describe("Absent where it was created, and the answer was lost."),
        before: state.optional().describe("Absent where it was created."),
        after: z
          .array(state)
          .describe("As the apply has left it, in each way that counts; empty where it was deleted."),
        namesakes: ids.optional(),
        preventDestroy: z.literal(true).optional(),
      }),
    ),
    places: z.array(
      z.strictObject({ repository: id, before: id.nullable(), after: z.array(configurationRefShape.nullable()) }),
    ),
    triages: z.array(
      z.strictObject({
        address: z.string(),
        finding: z.string(),
        before: z.string().nullable(),
        after: z.array(z.string().nullable()),
      }),
    ),
  })
  .describe("What an apply has written, each object before and after: of a rollback, in place of a declaration.");

export const desiredShape = z
  .strictObject({
    configurations: z.array(desiredConfigurationShape),
    assignments: z.array(z.strictObject({ address: z.string(), rules: z.array(rule) })),
    triages: z.array(desiredTriageShape).optional(),
    managedScope: z
      .strictObject({
        names: z.string().optional(),
        all: z.boolean().optional(),
        maxDeletes: z.int().min(0).optional(),
      })
      .optional(),
    deletions: ids.optional(),
    lookups: z.array(z.unknown()).max(0).optional().describe("The plan has filled in what the declaration looks up."),
    putBack: writtenShape.optional(),
  })
  .describe("What was declared.");

const common = { id: z.int(), after: z.array(z.int()), carries: texts };
const body = z.looseObject({ name: z.string(), settings: heldShape, repositories: ids.optional() });

/** A request that changes something. */
export const writeShape = z.discriminatedUnion("kind", [
  z.looseObject({ ...common, kind: z.literal("create"), body }),
  z.looseObject({ ...common, kind: z.enum(["put", "patch"]), configuration: id, body }),
  z.looseObject({ ...common, kind: z.literal("bulk"), configurations: ids, updates: settingsShape }),
  z.looseObject({ ...common, kind: z.literal("assign"), configuration: id, repositories: ids }),
  z.looseObject({ ...common, kind: z.literal("delete"), configuration: id }),
  z.looseObject({ ...common, kind: z.literal("set-triage"), finding: z.string(), category: z.enum(triageCategories) }),
  z.looseObject({ ...common, kind: z.literal("remove-triage"), finding: z.string() }),
]);

/** How a plan was made. */
export const planOptionsShape = z.strictObject({
  prune: z.boolean().optional(),
  force: z.boolean().optional(),
  partial: z.literal(true).optional().describe("What the declaration lacks is not reported: that of a rollback."),
});

/** What the declaration itself says about where to go, and how. */
export const providerShape = z.strictObject({
  baseUrl: z.string().optional(),
  accountId: z.string().optional(),
  aliases: z.array(z.string()),
  maxConcurrency: z.int().min(1).max(1000).optional(),
  dryRun: z.literal(true).optional().describe("No apply writes."),
});

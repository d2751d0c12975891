import { z } from "zod";
import { configurationFields } from "../model/entities";
import { triageCategories } from "../model/findings";
import { repositoryClasses } from "../model/repository-class";
import { objectSchema } from "../model/schema";
import { settingsFields } from "../model/settings";
import { merging } from "../reconcile/semantics";

export const planFileFormat = "scanform-plan";
/** Files of another major version are refused. */
export const planFileVersion = "3.3";

const id = z.string();
const settings = objectSchema(settingsFields, "declared").loose().describe("Settings under scanform's names.");

const configuration = objectSchema(configurationFields, "declared").loose().extend({ settings });

const triage = z.looseObject({
  address: z.string(),
  findingId: z.string(),
  category: z.enum(triageCategories).nullable(),
  justification: z.string(),
  expires: z.string().optional(),
});

const desired = z.looseObject({
  configurations: z.array(z.looseObject({ address: z.string(), name: z.string(), settings })),
  assignments: z.array(z.looseObject({ address: z.string(), rules: z.array(z.looseObject({})) })),
  triages: z.array(triage).optional(),
});

const common = { id: z.int(), after: z.array(z.int()), carries: z.array(z.string()) };
const body = z.looseObject({ name: z.string(), settings, repositories: z.array(id).optional() });
const write = z.discriminatedUnion("kind", [
  z.looseObject({ ...common, kind: z.literal("create"), body }),
  z.looseObject({ ...common, kind: z.enum(["put", "patch"]), configuration: id, body }),
  z.looseObject({ ...common, kind: z.literal("bulk"), configurations: z.array(id), updates: settings }),
  z.looseObject({ ...common, kind: z.literal("assign"), configuration: id, repositories: z.array(id) }),
  z.looseObject({ ...common, kind: z.literal("delete"), configuration: id }),
  z.looseObject({ ...common, kind: z.literal("set-triage"), finding: id, category: z.enum(triageCategories) }),
  z.looseObject({ ...common, kind: z.literal("remove-triage"), finding: id }),
]);

const leaf = z.looseObject({
  path: z.string(),
  verdict: z.enum(["weaker", "unclassified", "stronger", "neutral"]),
  setting: z.string(),
  removes: z.boolean(),
});

const account = z.looseObject({
  base_url: z.string().describe("Without /v1."),
  provider: z
    .looseObject({
      baseUrl: z.string().optional(),
      accountId: z.string().optional(),
      aliases: z.array(z.string()),
    })
    .describe("What the declaration itself says about where to go."),
  locations: z
    .record(z.string(), z.string())
    .optional()
    .describe("Where constructs were made, such as `main.ts:31:5`, by address. No part of the digest."),
  account: z.looseObject({ id, name: z.string().optional() }),
  plan: z.looseObject({ format_version: z.string() }).describe("The document of `scanform plan --json`."),
  desired: desired.describe("What was declared."),
  options: z.looseObject({
    prune: z.boolean().optional(),
    force: z.boolean().optional(),
    semantics: z
      .looseObject({ patchMerge: z.enum(merging).optional(), bulkMerge: z.enum(merging).optional() })
      .optional(),
  }),
  writes: z.array(write).describe("The requests, in the order in which they may be sent."),
  basis: z
    .looseObject({
      configurations: z.array(configuration),
      repositories: z.record(z.string(), z.string().nullable()),
      rules: z.record(z.string(), z.looseObject({ matched: z.int(), fingerprint: z.string() })),
      triages: z.record(z.string(), z.string().nullable()).optional(),
    })
    .describe("What the plan rests on. When it has moved, the plan is stale."),
  assigned: z
    .record(z.string(), id)
    .optional()
    .describe("The configuration that each assigned repository has once it is applied: an id, or an address."),
  report: z
    .looseObject({
      configurations: z.array(z.looseObject({ address: z.string(), changes: z.array(leaf) })),
      deletions: z.array(z.looseObject({ address: z.string() })),
      moves: z.array(z.looseObject({ rule: z.string(), class: z.string() })),
      effects: z.array(
        z.looseObject({
          class: z.enum(repositoryClasses),
          mixed: z.boolean(),
          changes: z.array(leaf),
          repositories: z.array(z.looseObject({ repository: z.looseObject({ id }) })),
        }),
      ),
      repositories: z.int(),
      left: z.array(z.looseObject({ rule: z.int() })),
      triages: z
        .array(z.looseObject({ address: z.string(), action: z.enum(["set", "remove", "no-op"]), declared: triage }))
        .optional()
        .describe("Absent in files before 3.2."),
      settled: z.int(),
      unclaimed: z.int(),
      requests: z.looseObject({ planned: z.int(), oneByOne: z.int(), lowerBound: z.int() }),
      refusals: z.array(z.looseObject({ code: z.string() })),
      diagnostics: z.array(z.looseObject({ code: z.string() })),
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      policyTitles: z.array(z.tuple([z.string(), z.string()])),
    })
    .describe("What was shown to the reviewer, beside what stands in the other fields."),
});

/** A saved plan. Its JSON Schema is in the package: `scanform/plan-file.schema.json`. */
export const planFileShape = z.looseObject({
  format: z.literal(planFileFormat),
  format_version: z.string(),
  checksum: z.string().describe("SHA-256 of the JSON text of `body`: it finds damage, not forgery."),
  body: z.looseObject({
    made_at: z.iso.datetime().optional().describe("When the plan was made. Absent in files before 3.3."),
    kind: z
      .literal("rollback")
      .optional()
      .describe("A plan of `rollback --out`, which no code declares; absent for one of `plan --out`."),
    accounts: z.array(account).min(1),
  }),
});

export const planFileSchema = (): object => ({
  title: "A plan that scanform has saved",
  ...z.toJSONSchema(planFileShape, { io: "output" }),
});

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

const counted = z.int().min(0);
const named = { id: z.string(), name: z.string().nullable() };

const value = z.unknown().describe("null where nothing is set.");
const values = { path: z.string(), before: value, after: value };
const leaf = z.strictObject({ ...values, note: z.string().optional().describe("What it means, as a sentence.") });
const classes = z.enum(["weakens", "unclassified", "strengthens", "neutral"]);

const effect = z
  .strictObject({
    class: classes,
    mixed: z.boolean().describe("It weakens in one leaf and strengthens in another."),
    from: z.strictObject(named).nullable(),
    to: z
      .strictObject({ id: z.string().nullable(), address: z.string().nullable(), name: z.string().nullable() })
      .nullable(),
    weaker: z.array(leaf),
    stronger: z.array(leaf),
    unclassified: z.array(leaf),
    neutral: z.array(leaf),
    repositories: z.array(z.strictObject({ ...named, rule: z.string().nullable() })),
  })
  .describe("Repositories that come from and go to the same configuration, and so feel the same.");

/** A leaf of a configuration that changes. */
export const changedLeafShape = z.strictObject({
  ...values,
  verdict: z.enum(["weaker", "unclassified", "stronger", "neutral"]),
});

const change = z.strictObject({
  address: z.string(),
  kind: z.literal("configuration"),
  action: z.enum(["create", "update", "adopt", "delete"]),
  id: z.string().optional(),
  name: z.string().optional(),
  repositories: counted.describe("Those that have the configuration before and after."),
  changes: z.array(changedLeafShape),
});

const move = z.strictObject({
  repository_id: z.string(),
  repository_name: z.string().nullable(),
  from: z.string().nullable().describe("The id of a configuration."),
  to: z.string().describe("An id, or the address of a configuration that is to be created."),
  rule: z.string().describe("Such as `rule 2: payments-%`."),
  class: z.enum([...classes.options, "unaffected"]),
});

const category = z.string().nullable().describe("A category; null for none.");

const triage = z
  .strictObject({
    address: z.string(),
    finding_id: z.string(),
    action: z.enum(["set", "remove"]),
    before: category,
    after: category,
    justification: z.string(),
    expires: z.string().nullable().describe("A date or date-time; null where it holds for ever."),
    location: z.string().optional().describe("Such as `main.ts:31:5`, relative to the project."),
  })
  .describe("A decision about a finding. It changes no setting, and is no part of the verdict.");

const summary = z.strictObject({
  create: counted,
  update: counted,
  adopt: counted,
  delete: counted,
  move: counted,
  unchanged: counted,
  triage: z.strictObject({ set: counted, remove: counted }),
  repositories: z
    .strictObject({
      weakens: counted,
      unclassified: counted,
      strengthens: counted,
      neutral: counted,
      unaffected: counted,
      mixed: counted,
    })
    .describe("Without `mixed` they add up to all repositories of the account."),
});

/** What a plan costs. */
export const requestsShape = z.strictObject({ planned: counted, one_by_one: counted, lower_bound: counted });

/** What one account gets by a plan. */
export const accountShape = z.strictObject({
  account_id: z.string(),
  account: z.strictObject({ ...named, alias: z.string().nullable(), base_url: z.string().nullable() }),
  summary,
  effects: z.array(effect),
  changes: z.array(change),
  moves: z.array(move),
  triages: z.array(triage),
  deletions: z.array(z.strictObject({ address: z.string(), ...named, repositories: counted })),
  digest: z.string().describe("What a reviewer agrees to: 64 hexadecimal digits."),
  requests: requestsShape,
  diagnostics: z.array(diagnosticShape),
});

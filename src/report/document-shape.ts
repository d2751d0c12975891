import { z } from "zod";
import { repositoryClasses } from "../model/repository-class";
import { accountShape, changedLeafShape, diagnosticShape, requestsShape } from "./account-shape";

/**
 * The documents that scanform prints with `--json`: format 2.0 (DESIGN, *The contract*). Loaded by what makes the
 * JSON Schema of the package, and by tests; `document.ts` takes only the types.
 */

const common = { format_version: z.literal("2.0"), diagnostics: z.array(diagnosticShape) };

const identity = { id: z.string().nullable(), address: z.string().nullable(), name: z.string().nullable() };
const standing = z
  .strictObject({ ...identity, settings: z.record(z.string(), z.unknown()) })
  .nullable()
  .describe("The configuration that it has; null where it has none.");
const classes = z.enum([...repositoryClasses, "unaffected"]);
const location = z.string().nullable().describe("Such as `main.ts:31:5`, relative to the project.");
const ruleText = z.string().describe("Such as `rule 2: payments-%`.");

/** `scanform explain REPOSITORY --json` */
export const explainedRepositoryShape = z
  .strictObject({
    ...common,
    account_id: z.string(),
    repository: z.strictObject({
      id: z.string().nullable().describe("null where the account has no such repository yet."),
      name: z.string().nullable(),
    }),
    rule: ruleText.nullable().describe("The rule that decides; null where none matches."),
    location,
    lost: z.array(
      z.strictObject({
        rule: ruleText,
        address: z.string(),
        location,
        configuration: z.string().nullable().describe("null for a rule that leaves."),
        why: z.enum(["later", "left"]).describe("`later`: a rule before it matches; `left`: it only leaves."),
      }),
    ),
    before: standing,
    after: standing,
    class: classes,
  })
  .describe("Which rule decides about a repository, and what that does.");

const counted = z.strictObject({
  rule: z.int().min(1),
  address: z.string(),
  location,
  repository_ids: z.array(z.string()),
  repository_names: z.array(z.string()),
  repository_pattern: z.string().nullable(),
  configuration: z.string().nullable().describe("null for a rule that leaves."),
  decides: z.int().min(0).describe("The number of repositories that it decides about."),
});

/** `scanform explain configuration NAME --json` */
export const explainedConfigurationShape = z
  .strictObject({
    ...common,
    account_id: z.string(),
    configuration: z.strictObject(identity),
    location,
    rules: z.array(counted),
    repositories: z.strictObject({ before: z.int().min(0), after: z.int().min(0) }),
    before: standing,
    after: standing,
    class: classes,
  })
  .describe("What assigns a configuration, and what becomes of it.");

/** `scanform explain --all --json` */
export const explainedAccountsShape = z
  .strictObject({
    ...common,
    accounts: z.array(
      z.strictObject({
        account_id: z.string(),
        repositories: z.array(
          z.strictObject({
            id: z.string(),
            name: z.string().nullable(),
            rule: ruleText.nullable(),
            address: z.string().nullable(),
            location,
            after: z.strictObject(identity).nullable(),
            class: classes,
          }),
        ),
        rules: z.array(counted),
      }),
    ),
  })
  .describe("The rule of every repository.");

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

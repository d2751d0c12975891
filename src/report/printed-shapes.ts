import { z } from "zod";
import { formatVersion } from "./format-version";
import {
  accountShape,
  appliedPlanShape,
  changedLeafShape,
  classes,
  comparedPlanShape,
  diagnosticShape,
  many,
  planShape,
  policiesShape,
  waiversShape,
} from "./document-shape";

/**
 * The documents that scanform prints with `--json`; other programs rely on their form.
 * Loaded by what makes the JSON Schema of the package, and by tests; code that prints takes only the types.
 */

const common = { format_version: z.literal(formatVersion), diagnostics: z.array(diagnosticShape) };

const identity = { id: z.string().nullable(), address: z.string().nullable(), name: z.string().nullable() };
const standing = z
  .strictObject({ ...identity, settings: z.record(z.string(), z.unknown()) })
  .nullable()
  .describe("The configuration that it has; null where it has none.");
const ruleText = z.string().describe("Such as `rule 2: payments-%`.");

const place = z.string().nullable().describe("Such as `main.ts:31:5`, relative to the project.");

const countedRule = z.strictObject({
  rule: z.int().min(1),
  address: z.string(),
  location: place,
  repository_ids: z.array(z.string()),
  repository_names: z.array(z.string()),
  repository_pattern: z.string().nullable(),
  configuration: z.string().nullable().describe("null for a rule that leaves."),
  decides: many.describe("The number of repositories that it decides about."),
});

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
    location: place,
    lost: z.array(
      z.strictObject({
        rule: ruleText,
        address: z.string(),
        location: place,
        configuration: z.string().nullable().describe("null for a rule that leaves."),
        why: z.enum(["later", "left"]).describe("`later`: a rule before it matches; `left`: it only leaves."),
      }),
    ),
    before: standing,
    after: standing,
    class: classes,
  })
  .describe("Which rule decides about a repository, and what that does.");

/** `scanform explain configuration NAME --json` */
export const explainedConfigurationShape = z
  .strictObject({
    ...common,
    account_id: z.string(),
    configuration: z.strictObject(identity),
    location: place,
    rules: z.array(countedRule),
    repositories: z.strictObject({ before: many, after: many }),
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
            location: place,
            after: z.strictObject(identity).nullable(),
            class: classes,
          }),
        ),
        rules: z.array(countedRule),
      }),
    ),
  })
  .describe("The rule of every repository.");

const effects = accountShape.shape.effects;

const declaredCounts = z.strictObject({ configurations: many, repositories: many, triages: many });

const driftedTriage = z.strictObject({
  address: z.string(),
  finding_id: z.string(),
  finding: accountShape.shape.triages.element.shape.finding,
  category: z.string().nullable().describe("As declared."),
  before: z.string().nullable().describe("null for no triage."),
  after: z.string().nullable().describe("null for no triage."),
  expires: z.string().nullable(),
  justification: z.string(),
});

export const driftAccountShape = z.strictObject({
  account_id: z.string(),
  account: accountShape.shape.account,
  since: z
    .string()
    .nullable()
    .describe("The time of the oldest entry of a journal that is compared with; null where no journal knows anything."),
  until: z.string().nullable().describe("The time of the newest of them."),
  rollback: z.string().nullable().describe("The time of the newest of them that is of a rollback; null where none is."),
  known: declaredCounts.describe("How many declared objects a journal has."),
  unknown: declaredCounts.describe("How many are compared with the declaration alone: no journal knows them."),
  unread: z
    .strictObject({ configurations: many, assignments: many, triages: many })
    .describe("How many could not be looked at."),
  unscanned: z.array(z.string()).describe("The ids of all repositories that the service does not scan."),
  drift: effects.describe("What has moved since a journal last recorded it, weakening first."),
  pending: effects.describe("What is declared and not applied yet, as in a plan of the account without the drift."),
  changes: z
    .strictObject({
      drift: z.array(
        z.strictObject({
          address: z.string(),
          id: z.string(),
          name: z.string().nullable(),
          deleted: z.boolean(),
          changes: z.array(changedLeafShape),
        }),
      ),
      pending: accountShape.shape.changes,
    })
    .describe("The configurations themselves, whether or not a repository has them."),
  moves: z
    .strictObject({ drift: many, pending: many })
    .describe("How many repositories have, or will have, another configuration."),
  triages: z
    .strictObject({
      drift: z.array(driftedTriage).describe("Those that have changed since."),
      pending: accountShape.shape.triages,
      due: z.array(driftedTriage).describe("Those that have expired and are still set."),
      undeclared: z
        .array(
          z.strictObject({
            finding_id: z.string(),
            category: z.string(),
            finding: z.strictObject({
              title: z.string(),
              severity: z.string(),
              file: z.string().nullable(),
              repository: z.string().nullable().describe("Its name."),
            }),
          }),
        )
        .nullable()
        .describe(
          "The findings that were dismissed without a declaration, of the newest; null where they cannot be read.",
        ),
    })
    .describe("What was decided about findings."),
  diagnostics: z.array(diagnosticShape),
});

/** `scanform drift --json` */
export const driftShape = z
  .strictObject({
    format_version: z.literal(formatVersion),
    accounts: z.array(driftAccountShape),
    diagnostics: z.array(diagnosticShape),
  })
  .describe("What has moved in the service, and what is not applied yet.");

/** `scanform policy check --json` */
export const policyCheckShape = z
  .strictObject({
    ...common,
    accounts: z.array(
      z.strictObject({
        account_id: z.string(),
        account: accountShape.shape.account,
        policies: policiesShape,
        waivers: waiversShape,
        diagnostics: z.array(diagnosticShape),
      }),
    ),
  })
  .describe("What policies say about a plan, or about accounts as they are.");

/** `scanform approve check --json` */
export const approvalCheckShape = z
  .strictObject({
    ...common,
    repository: z.string(),
    pull: many,
    accounts: z.array(
      z.strictObject({
        account_id: z.string(),
        account: accountShape.shape.account,
        digest: accountShape.shape.digest,
        approvals: z.array(
          z.strictObject({
            reviewer: z.string().describe("Who has to agree: a login, or a team as `organization/team`."),
            asks: policiesShape.describe("What policies ask them about."),
            by: z.string().nullable().describe("The login of who has approved this plan; null where it is missing."),
            at: z.string().nullable().describe("When: ISO 8601."),
            commit: z.string().nullable().describe("The commit that was reviewed."),
            missing: z.string().nullable().describe("Why it is missing, as a sentence."),
          }),
        ),
        diagnostics: z.array(diagnosticShape),
      }),
    ),
  })
  .describe("Whether those whom policies ask have approved exactly this plan.");

/** What `plan`, `show`, `apply`, `rollback`, `explain`, `drift`, `policy check` and `approve check` print, or every command that fails before there is a plan. */
export const documentShape = z.union([
  planShape,
  appliedPlanShape,
  z.strictObject(common).describe("An error before there was a plan."),
  explainedRepositoryShape,
  explainedConfigurationShape,
  explainedAccountsShape,
  driftShape,
  policyCheckShape,
  approvalCheckShape,
  comparedPlanShape,
]);

export const planSchema = (): object => ({
  title: "What scanform prints with --json",
  ...z.toJSONSchema(documentShape, { io: "output", reused: "ref" }),
});

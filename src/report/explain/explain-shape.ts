import { z } from "zod";
import { repositoryClasses } from "../../model/repository-class";
import { diagnosticShape } from "../diagnostic-shape";

const identity = { id: z.string().nullable(), address: z.string().nullable(), name: z.string().nullable() };
const standing = z
  .strictObject({ ...identity, settings: z.record(z.string(), z.unknown()) })
  .nullable()
  .describe("The configuration that it has; null where it has none.");
const classes = z.enum([...repositoryClasses, "unaffected"]);
const location = z.string().nullable().describe("Such as `main.ts:31:5`, relative to the project.");
const ruleText = z.string().describe("Such as `rule 2: payments-%`.");
const common = { format_version: z.literal("2.0"), diagnostics: z.array(diagnosticShape) };

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

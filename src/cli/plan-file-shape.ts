import { z } from "zod";
import { leafVerdicts, repositoryClasses } from "../model/leaf-verdict";
import {
  configurationRefShape,
  configurationShape,
  desiredConfigurationShape,
  desiredShape,
  desiredTriageShape,
  planAccountShape,
  repositoryShape,
  ruleTargetShape,
  heldShape,
} from "../report/stored-shapes";

export const planFileFormat = "scanform-plan";

const id = z.string();

const leaf = z.looseObject({
  path: z.string(),
  verdict: z.enum(leafVerdicts),
  words: z.string().optional(),
  setting: z.string(),
  key: z.string().optional(),
  removes: z.boolean(),
  isUnwritable: z.literal(true).optional(),
});
const leaves = z.array(leaf);

const configurationChange = z.looseObject({
  address: z.string(),
  action: z.enum(["create", "update", "adopt", "no-op"]),
  declared: desiredConfigurationShape,
  live: configurationShape.optional(),
  changes: leaves,
  after: heldShape,
  repositories: z.int(),
});

const deletion = z.looseObject({
  address: z.string(),
  live: configurationShape,
  named: z.boolean(),
  remaining: z.array(repositoryShape),
});

const ruleMatch = z.looseObject({ rule: z.int().optional(), matched: z.string() });

const move = z.looseObject({
  repository: repositoryShape,
  assignments: z.string(),
  by: ruleMatch,
  from: id.optional(),
  fromName: z.string().nullable(),
  to: configurationRefShape,
  toName: z.string(),
  changes: leaves,
  class: z.enum([...repositoryClasses, "unaffected"]),
});

const side = z
  .looseObject({ id: id.optional(), address: z.string().optional(), name: z.string().optional() })
  .nullable();

const effect = z.looseObject({
  class: z.enum(repositoryClasses),
  mixed: z.boolean(),
  from: side,
  to: side,
  changes: leaves,
  repositories: z.array(z.looseObject({ repository: repositoryShape, by: ruleMatch.optional() })),
});

const unused = z.looseObject({ address: z.string(), id, name: z.string(), changes: leaves });

const left = z.looseObject({
  repository: repositoryShape,
  assignments: z.string(),
  rule: z.int().optional(),
  matched: z.string(),
  target: ruleTargetShape,
});

const triageChange = z.looseObject({
  address: z.string(),
  action: z.enum(["set", "remove", "no-op"]),
  declared: desiredTriageShape,
  before: z.string().nullable(),
  after: z.string().nullable(),
  location: z.string().optional(),
  finding: z
    .looseObject({
      title: z.string(),
      severity: z.string(),
      file: z.string().optional(),
      repository: z.looseObject({ id: id.optional(), name: z.string() }).optional(),
    })
    .optional(),
});

const diagnostic = z.looseObject({
  code: z.string(),
  severity: z.enum(["error", "warning"]),
  summary: z.string(),
  detail: z.string(),
  address: z.string().optional(),
  path: z.string().optional(),
  location: z.string().optional(),
});

const openFindings = {
  open: z.int(),
  critical: z.int(),
  high: z.int(),
  medium: z.int(),
  low: z.int(),
  unread: z.int(),
  worst: z.array(
    z.looseObject({
      id,
      title: z.string(),
      severity: z.string(),
      file: z.string().optional(),
      repository: z.string().optional(),
      url: z.string(),
    }),
  ),
};
const findings = z.looseObject({
  days: z.int(),
  ...openFindings,
  effects: z.record(z.string(), z.looseObject(openFindings)),
});

const account = z.looseObject({
  base_url: z.string().describe("Without /v1."),
  provider: z
    .looseObject({
      baseUrl: z.string().optional(),
      accountId: z.string().optional(),
      aliases: z.array(z.string()),
      maxConcurrency: z.number().optional(),
      dryRun: z.literal(true).optional().describe("No apply writes."),
    })
    .describe("What the declaration itself says about where to go, and how."),
  locations: z
    .record(z.string(), z.string())
    .describe("Where constructs were made, such as `main.ts:31:5`, by address. No part of the digest."),
  account: planAccountShape,
  plan: z.looseObject({ format_version: z.string() }).describe("The document of `scanform plan --json`."),
  desired: desiredShape,
  options: z.looseObject({
    prune: z.boolean().optional(),
    force: z.boolean().optional(),
    partial: z.literal(true).optional().describe("What the declaration lacks is not reported: that of a rollback."),
  }),
  repositories: z.array(id).describe("Those that there were. One that came later is left where it is."),
  report: z
    .looseObject({
      configurations: z.array(configurationChange),
      deletions: z.array(deletion),
      moves: z.array(move),
      effects: z.array(effect),
      unused: z.array(unused),
      repositories: z.int(),
      left: z.array(left),
      undeclared: z
        .looseObject({
          configurations: z.array(z.looseObject({ id, name: z.string().optional(), repositories: z.int() })),
          leaves: z.array(z.looseObject({ path: z.string(), configurations: z.int() })),
        })
        .describe("What is live and not declared."),
      base: z
        .looseObject({
          future: z.array(
            z.looseObject({
              like: z.string(),
              from: side,
              to: side,
              class: z.enum(repositoryClasses),
              weaker: leaves,
              rules: z.looseObject({ before: ruleMatch.nullable(), after: ruleMatch.nullable() }),
            }),
          ),
          isCut: z.literal(true).optional(),
          noLongerDeclared: z.array(
            z.looseObject({
              kind: z.enum(["configuration", "setting", "rule", "triage"]),
              address: z.string(),
              name: z.string().optional(),
              path: z.string().optional(),
            }),
          ),
          prolonged: z.array(
            z.looseObject({
              address: z.string(),
              findingId: z.string(),
              before: z.string(),
              after: z.string().optional(),
            }),
          ),
          problems: z.array(diagnostic),
        })
        .optional()
        .describe("The comparison with an earlier declaration, `plan --base`; no part of the digest."),
      findings: findings
        .optional()
        .describe("Open findings, `plan --findings`; those of an effect by its configurations before and after."),
      triages: z.array(triageChange),
      settled: z.int(),
      unclaimed: z.int(),
      requests: z.looseObject({ planned: z.int(), oneByOne: z.int(), lowerBound: z.int() }),
      refusals: z.array(diagnostic),
      diagnostics: z.array(diagnostic),
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      policyTitles: z.array(z.tuple([z.string(), z.string()])),
    })
    .describe("What was shown to the reviewer, beside what is in the other fields."),
});

/** A saved plan. Its JSON Schema is in the package: `scanform/plan-file.schema.json`. */
export const planFileShape = z.looseObject({
  format: z.literal(planFileFormat),
  format_version: z.string(),
  checksum: z.string().describe("SHA-256 of the JSON text of `body`: it finds damage, not forgery."),
  body: z.looseObject({
    made_at: z.iso.datetime().describe("When the plan was made."),
    accounts: z.array(account).min(1),
  }),
});

export const planFileSchema = (): object => ({
  title: "A plan that scanform has saved",
  ...z.toJSONSchema(planFileShape, { io: "output" }),
});

import { z } from "zod";
import { leafVerdicts, repositoryClasses } from "../model/leaf-verdict";
import { formatVersion } from "./format-version";
import { desiredShape, planOptionsShape, providerShape, writtenShape } from "./stored-shapes";

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

/** What is written of a member of a plan: whether a digest covers it, and what a reader of a saved plan cannot check. */
const inDigest = "`digest` covers it.";
const inReview = "`review_digest` covers it.";
const notMadeAgain = "It cannot be made again from a saved plan.";

/** The same shape, of which more is written. */
const also = <T extends z.ZodType>(shape: T, ...texts: readonly string[]): T =>
  shape.describe([shape.description ?? "", ...texts].filter((each) => each !== "").join(" "));

export const many = z.int().min(0);
const named = { id: z.string(), name: z.string().nullable() };

const value = z.unknown().describe("null where nothing is set.");
const values = { path: z.string(), before: value, after: value };
const words = z.string().describe("What it means, as a sentence.");
const leaf = z.strictObject({ ...values, words });
const location = z.string().optional().describe(`Such as \`main.ts:31:5\`, relative to the project. ${notMadeAgain}`);
export const classes = z.enum([...repositoryClasses, "unaffected"]);

const side = z
  .strictObject({ id: z.string().nullable(), address: z.string().nullable(), name: z.string().nullable() })
  .nullable();

const future = z.strictObject({
  like: z.string().describe("Such as `payments-…`: a name that no repository has."),
  from: side,
  to: side,
  class: z.enum(repositoryClasses),
  weaker: z.array(leaf),
  rules: z.strictObject({ before: z.string().nullable(), after: z.string().nullable() }),
});

/** The open findings of repositories that are weakened, or change in an unknown direction. */
const findingsShape = {
  open: many.describe("How many are open: in the latest scan, and not dismissed."),
  critical: many,
  high: many,
  medium: many,
  low: many,
  unread: many.describe("How many more may be in these repositories: those that were not read or name no repository."),
  worst: z
    .array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        severity: z.string(),
        file: z.string().nullable(),
        repository: z.string().nullable().describe("Its name."),
        url: z.string().describe("Of the finding in the service's risk register."),
      }),
    )
    .describe("At most three of those that were read: the most severe first."),
};

const effectFindings = z
  .strictObject(findingsShape)
  .describe(
    `With --findings: the open findings of its repositories. Where it weakens or is unclassified. ${notMadeAgain}`,
  );

const findings = z
  .strictObject({ days: z.int().min(1), ...findingsShape })
  .describe("With --findings: those of all effects that weaken or are unclassified.");

const effect = z
  .strictObject({
    class: z.enum(repositoryClasses),
    mixed: z.boolean().describe("It weakens in one leaf and strengthens in another."),
    from: z.strictObject(named).nullable(),
    to: side,
    weaker: z.array(leaf),
    stronger: z.array(leaf),
    unclassified: z.array(leaf),
    neutral: z.array(leaf),
    repositories: z.array(z.strictObject({ ...named, rule: z.string().nullable() })),
    findings: effectFindings.optional(),
  })
  .describe("Repositories that come from and go to the same configuration, and so are affected alike.");

const verdict = z.enum(leafVerdicts);

/** A leaf of a configuration that changes. */
export const changedLeafShape = z.strictObject({
  ...values,
  verdict,
  words,
  location: location.describe("The call that set it, where that is known."),
});

const line = z
  .strictObject({
    verdict,
    path: z.string(),
    before: z.unknown().describe("null where nothing is set, and where it differs within the line."),
    after: z.unknown().describe("null where nothing is set, and where it differs within the line."),
    words,
    repositories: many.describe("How many it changes for."),
    configurations: many.describe("How many these have afterwards, or lose."),
    location: z
      .string()
      .optional()
      .describe(
        "Where it is written for most of them, such as `main.ts:31:5`: the call that set it, else the construct.",
      ),
    places: many.optional().describe("The number of such places."),
  })
  .describe("A setting that changes in one direction, over all configurations and repositories.");

const change = z.strictObject({
  address: z.string(),
  kind: z.literal("configuration"),
  action: z.enum(["create", "rename", "update", "adopt", "delete"]),
  id: z.string().optional(),
  name: z.string().optional(),
  repositories: many.describe("Those that have the configuration before and after."),
  changes: z.array(changedLeafShape),
});

const move = z.strictObject({
  repository_id: z.string(),
  repository_name: z.string().nullable(),
  from: z.string().nullable().describe("The id of a configuration."),
  to: z.string().describe("An id, or the address of a configuration that is to be created."),
  rule: z.string().describe("Such as `rule 2: payments-%`."),
  class: classes,
});

const category = z.string().nullable().describe("A category; null for none.");

const triage = z
  .strictObject({
    address: z.string(),
    finding_id: z.string(),
    finding: z
      .strictObject({
        title: z.string(),
        severity: z.string(),
        file: z.string().nullable(),
        repository: z
          .strictObject({
            id: z.string().nullable().describe("null where no one repository has the name."),
            name: z.string(),
          })
          .nullable(),
      })
      .nullable()
      .describe("null where the newest 5,000 findings of the last 365 days lack it."),
    category: category.describe("The declared category; null where a rollback removes it."),
    action: z.enum(["set", "remove"]),
    before: category,
    after: category,
    justification: z.string(),
    expires: z.string().nullable().describe("A date or date-time; null where it holds for ever."),
    location,
  })
  .describe("A decision about a finding. It changes no setting, and is not part of the verdict.");

const repositoryCounts = z
  .strictObject({
    weakens: many,
    unclassified: many,
    strengthens: many,
    neutral: many,
    unaffected: many,
    mixed: many,
  })
  .describe("Without `mixed` they add up to all repositories.");

const triageCounts = z.strictObject({ set: many, remove: many });

/** All accounts together. */
const overall = z.strictObject({
  class: classes.describe("The worst of a repository."),
  accounts: many,
  changed: many.describe("Accounts in which something changes."),
  repositories: repositoryCounts,
  deletions: many,
  triages: triageCounts,
});

const summary = z.strictObject({
  create: many,
  rename: many,
  update: many,
  adopt: many,
  delete: many,
  move: many,
  unchanged: many,
  configurations: z.strictObject({
    create: many,
    rename: many,
    update: many,
    adopt: many,
    delete: many,
    unchanged: many,
  }),
  triage: triageCounts,
  repositories: repositoryCounts,
});

const declaredRule = z
  .strictObject({
    rule: z.int().min(1).describe("Its number among the rules of its RepositoryAssignments."),
    address: z.string(),
    location,
    repository_ids: z.array(z.string()),
    repository_names: z.array(z.string()),
    repository_pattern: z.string().nullable(),
    to: side.describe("null for a rule that leaves."),
  })
  .describe("A rule, in the order of the declaration.");

/** What holds at one time; each configuration once, since many repositories share it. */
const standingShape = z
  .strictObject({
    configurations: z.array(
      z.strictObject({
        id: z.string().nullable().describe("null where it is yet to be created."),
        address: z.string().nullable().describe("null where it is not declared."),
        name: z.string().nullable(),
        settings: z.record(z.string(), z.unknown()).nullable().describe("null where they are not known."),
        location: location.describe("Where it is declared."),
      }),
    ),
    repositories: z.array(
      z.strictObject({
        ...named,
        configuration: many.nullable().describe("The position of its configuration; null where it has none."),
        rule: many.optional().describe("The position in `rules` of the rule that decides about it; absent for none."),
        enabled: z.literal(false).optional().describe("The service does not scan it."),
      }),
    ),
  })
  .describe("What every repository has.");

const findingKinds = ["effect", "line", "change", "deletion", "triage", "repository", "configuration"] as const;
const findingLevels = ["deny", "warn", "needs"] as const;

export const policyFindingShape = z
  .strictObject({
    policy: z.string().describe("The name of the policy."),
    level: z.enum(findingLevels),
    reviewer: z.string().optional().describe("With `needs`: who has to agree."),
    message: z.string(),
    at: z
      .strictObject({
        kind: z.enum(findingKinds),
        id: z.string().optional().describe("Of the repository, or of the configuration."),
        name: z.string().optional().describe("Of the repository, or of the configuration."),
        from: z
          .strictObject({ id: z.string().optional(), name: z.string().optional() })
          .nullable()
          .optional()
          .describe(
            "Of an effect in which repositories get another configuration or lose theirs: the one that they leave; null for none. Of a configuration that is renamed: the same with its former name.",
          ),
        path: z.string().optional().describe("Of the line, or the id of the finding that a triage is about."),
      })
      .describe("What it is about."),
    waived_until: z.string().optional().describe("A waiver matches it: its date or date-time."),
    waiver: many.optional().describe("The position in `waivers` of the one that matches it."),
  })
  .describe("What a policy says.");

const waiverShape = z.strictObject({
  policy: z.string(),
  at: z.strictObject({
    configuration: z.string().optional(),
    from: z.string().nullable().optional(),
    repository: z.string().optional(),
    path: z.string().optional(),
    account: z.string().optional(),
  }),
  reason: z.string(),
  owner: z.string(),
  expires: z.string().describe("A date or date-time."),
});

export const policiesShape = z.array(policyFindingShape).describe("With --policy: what the policies say.");
export const waiversShape = z.array(waiverShape).describe("With --policy: the waivers that match.");

/** What a plan costs. */
const requestsShape = z.strictObject({ planned: many, one_by_one: many, lower_bound: many });

const accountRef = z.strictObject({
  ...named,
  inactive: z.literal(true).optional().describe("Where the service lists it as one that is not active."),
  alias: z.string().nullable(),
  base_url: z.string().nullable().describe("Without /v1."),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What only the comparison with a base shows. */
const baseMembers = {
  future: z
    .array(future)
    .optional()
    .describe(
      `With --base: what becomes of repositories that do not exist yet. ${inReview} But for words and rules. ${notMadeAgain}`,
    ),
  future_is_cut: z.literal(true).optional().describe(`There are more than \`future\` lists. ${notMadeAgain}`),
  no_longer_declared: z
    .array(
      z.strictObject({
        kind: z.enum(["configuration", "setting", "rule", "triage"]),
        address: z.string(),
        name: z.string().nullable(),
        path: z.string().nullable(),
      }),
    )
    .optional()
    .describe(`With --base: what it declares and this does not; it stays in the service. ${inReview} ${notMadeAgain}`),
  prolonged: z
    .array(
      z.strictObject({
        address: z.string(),
        finding_id: z.string(),
        before: z.string(),
        after: z.string().nullable().describe("null for no end."),
      }),
    )
    .optional()
    .describe(`With --base: triages that end later than the base says, or never. ${inReview} ${notMadeAgain}`),
  base_problems: z
    .array(diagnosticShape)
    .optional()
    .describe(`With --base: why the comparison is not whole. ${notMadeAgain}`),
};

/** What an apply needs besides what is shown. */
const applyShape = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("declaration"),
      declared: desiredShape,
      options: planOptionsShape,
      provider: providerShape,
    }),
    z.strictObject({
      kind: z.literal("rollback"),
      objects: writtenShape,
      options: planOptionsShape,
      provider: providerShape,
    }),
  ])
  .describe("What an apply needs: what is declared, or what is put back.");

/**
 * What one account gets by a plan. What no text says of a member, whether it is covered by a digest or cannot be made
 * again: a reader of a saved plan makes it again from `before` and `apply`, and refuses what does not follow.
 */
export const accountShape = z.strictObject({
  account_id: z.string().describe(inDigest),
  account: accountRef.describe(
    "`digest` covers it: its id and its base_url. Its name, its alias and `inactive` cannot be made again from a saved plan.",
  ),
  summary,
  lines: z.array(line).describe("What changes, each once: the weakest first."),
  unused: z
    .array(z.strictObject({ address: z.string(), id: z.string(), name: z.string(), weaker: z.array(leaf) }))
    .describe("Configurations that become weaker and that no repository has once this is applied."),
  ...baseMembers,
  undeclared: z
    .strictObject({
      configurations: z.array(z.strictObject({ ...named, repositories: many })),
      leaves: z.array(z.strictObject({ path: z.string(), configurations: many })),
    })
    .describe("What is live and not declared."),
  findings: also(findings, notMadeAgain).optional(),
  effects: z.array(effect).describe(`${inDigest} But for rules, words and findings.`),
  changes: z.array(change).describe(`${inDigest} But for words, places and counts.`),
  moves: z.array(move).describe(`${inDigest} But for rules.`),
  triages: z.array(triage).describe(`${inDigest} But for the id of the repository of a finding, and places.`),
  deletions: z
    .array(z.strictObject({ address: z.string(), ...named, repositories: many }))
    .describe(`${inDigest} With the settings that are deleted, and without counts.`),
  rules: z.array(declaredRule),
  before: standingShape.describe("What holds now."),
  after: standingShape.describe("What holds once the plan is applied."),
  policy_titles: z.record(z.string(), z.string()).describe(`Titles of custom policies, by id. ${notMadeAgain}`),
  digest: sha256.describe(
    "SHA-256 of what an apply does: the account, what changes from what to what, effects, deletions and triages. Without words, places in code, counts of findings, messages, numbers of rules, and what nobody declares.",
  ),
  review_digest: sha256.describe(
    "SHA-256 of the digest, and of what only the comparison with a base shows: what an approval is of.",
  ),
  requests: requestsShape,
  policies: also(policiesShape, notMadeAgain).optional(),
  waivers: also(waiversShape, notMadeAgain).optional(),
  diagnostics: z.array(diagnosticShape).describe(`An error says why the plan is refused. ${notMadeAgain}`),
  apply: also(
    applyShape,
    `Whether analyzers that a changed configuration does not declare are removed: ${inDigest} \`options\` and \`provider\` cannot be made again from a saved plan.`,
  ),
});

/** An account without a plan. */
export const failedAccountShape = z.strictObject({
  account_id: z.string().nullable().describe("null where it failed before its id was known."),
  account: accountRef.extend({ id: z.string().nullable() }),
  diagnostics: z.array(diagnosticShape).describe("Why."),
});

const outcome = z.strictObject({
  address: z.string(),
  status: z.enum(["succeeded", "failed", "skipped"]),
  code: z
    .enum(["changed-since-planned", "changed-with-write", "not-converged", "not-read-back"])
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
  requests: requestsShape.extend({ sent: many }),
  outcomes: z.array(outcome),
  verified: z.boolean(),
});

/** The document of a plan: what `plan --json` prints and `plan --out` saves. */
export const planShape = z
  .strictObject({
    format_version: z.literal(formatVersion),
    made_at: z.iso.datetime().describe(`When the plan was made. ${notMadeAgain}`),
    overall,
    accounts: z.array(z.union([accountShape, failedAccountShape])),
    diagnostics: z.array(diagnosticShape),
  })
  .describe("A plan: accounts without one first, then the worst.");

/** `scanform apply --json` */
export const appliedPlanShape = planShape
  .extend({ accounts: z.array(z.union([appliedShape, accountShape, failedAccountShape])) })
  .describe("A plan, and what became of it.");

/** The repositories and the leaves of an entry that one of two documents has. */
const entryPart = z.strictObject({ repositories: effect.shape.repositories, leaves: z.array(changedLeafShape) });

/** The entries that only an earlier document has. */
export const goneShape = z.strictObject({
  effects: z.array(effect),
  changes: z.array(change),
  deletions: accountShape.shape.deletions,
  unused: accountShape.shape.unused,
  triages: accountShape.shape.triages,
  moves: z.array(move).describe("Those that leave their repositories unaffected."),
  future: z.array(future).describe("Where both are made with --base."),
  prolonged: baseMembers.prolonged.unwrap(),
  no_longer_declared: baseMembers.no_longer_declared.unwrap(),
  policies: z.array(policyFindingShape).describe("Where both are made with --policy."),
});

const markedLists = [...goneShape.keyof().options, "lines"] as const;

const mark = z
  .strictObject({
    list: z.enum(markedLists),
    at: many.describe("The position in the list."),
    mark: z.enum(["new", "grown", "shrunk", "changed"]).describe("`changed`: it has gained and lost."),
    came: entryPart.optional().describe("What has come to an entry that both documents have."),
    gone: entryPart.optional().describe("What has gone from it."),
  })
  .describe("An entry that is not as in the earlier document.");

export const comparedAccountShape = accountShape.extend({
  since: z
    .strictObject({
      digest: sha256.nullable().describe("Of the earlier plan; null where there is none of the account."),
      review_digest: sha256.nullable(),
      marks: z.array(mark),
      gone: goneShape,
    })
    .describe("How it differs from an earlier document. Places of code, numbers of rules and words do not count."),
});

/** `scanform show FILE --since OLD --json` */
export const comparedPlanShape = planShape
  .extend({
    accounts: z.array(z.union([comparedAccountShape, failedAccountShape])),
    gone: z
      .array(z.strictObject({ account_id: z.string(), account: accountRef }))
      .describe("The accounts that only the earlier document has."),
  })
  .describe("A plan, and how it differs from an earlier one.");

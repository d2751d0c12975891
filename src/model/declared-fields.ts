import type { Fields, ObjectField } from "./field";
import { triageCategories } from "./findings";
import { settingsFields } from "./settings";

/** What a declaration says besides the settings. Terraform's attributes and the constructs' properties are named after these. */

const nameAdvice = "Give the configuration the name that it has in the account.";

/** What a configuration is called. */
export const configurationIdentity = {
  name: {
    kind: "string",
    blank: "name-empty",
    needed: nameAdvice,
    advice: nameAdvice,
    description: "The name, by which the configuration is found in the account.",
  },
  renamed_from: {
    kind: "list",
    item: { kind: "string", description: "A name." },
    description: "Names that the configuration had before, tried in this order.",
  },
  exclusive_analyzers: { kind: "boolean", description: "Whether analyzers that are not declared are removed." },
} as const satisfies Fields;

/** What keeps a configuration from being deleted, false where it is not declared. */
export const configurationGuards = {
  deletion_protection: {
    kind: "boolean",
    description:
      "Whether deletion is refused: set it to false and apply before you remove the configuration. Default: false.",
  },
  force_destroy: {
    kind: "boolean",
    description:
      "Whether the configuration is deleted even if repositories have it. It takes effect once it is applied. Default: false.",
  },
} as const satisfies Fields;

/** Everything that is declared of one configuration. */
export const configurationAttributes = {
  ...configurationIdentity,
  ...settingsFields,
  ...configurationGuards,
} as const satisfies Fields;

const referTo =
  "Refer to a configuration, or give its id. In Terraform: scanform_configuration.NAME.id. In TypeScript: the Configuration itself, or its configurationId.";

/** One rule of the repository assignments. */
export const ruleFields = {
  configuration_id: {
    kind: "string",
    format: "uuid",
    advice: referTo,
    description: "The configuration that matching repositories get.",
  },
  repository_ids: {
    kind: "set",
    item: {
      kind: "string",
      format: "uuid",
      advice: "Put names into the repository names.",
      description: "A repository.",
    },
    description: "Matches repositories by id.",
  },
  repository_names: {
    kind: "set",
    item: {
      kind: "string",
      blank: "repository-missing",
      advice: "Give it the name of a repository, or remove it.",
      description: "A name.",
    },
    description: "Matches repositories by exact name.",
  },
  repository_pattern: {
    kind: "string",
    format: "like",
    description:
      "Matches repositories whose whole name is like this SQL LIKE pattern: % is any text, _ any one character.",
  },
  leave: { kind: "boolean", description: "Matching repositories stay as they are." },
} as const satisfies Fields;

const findings =
  "`scanform list findings` shows findings with their ids. In Terraform: the data source scanform_all_findings lists findings with their ids.";

/** What was decided about one finding: specification, *Triage*. */
export const triageFields = {
  finding_id: {
    kind: "string",
    format: "uuid",
    blank: "finding-missing",
    needed: `Give the finding's UUID. ${findings}`,
    advice: `Give the finding's UUID. ${findings}`,
    description: "The finding's id.",
  },
  category: {
    kind: "enum",
    values: triageCategories,
    unknown: "category-unknown",
    needed: "Say what was decided.",
    description: "What was decided.",
  },
  justification: {
    kind: "string",
    blank: "justification-missing",
    needed: "Say why this was decided, for later readers.",
    advice: "Say why this was decided, for later readers.",
    description: "Why it was decided.",
  },
  expires: { kind: "string", format: "expiry", description: "Until when it holds." },
} as const satisfies Fields;

/** A deepscan, but for its triggers. */
export const deepscanInputFields = {
  repository_id: {
    kind: "string",
    format: "uuid",
    blank: "repository-missing",
    needed: "Give the repository's UUID.",
    advice:
      "Give the repository's UUID. In Terraform: the data source scanform_repositories lists repositories with their ids.",
    description: "The repository to scan.",
  },
} as const satisfies Fields;

export const managedScopeFields = {
  names: { kind: "string", format: "like", description: "Configurations whose name matches this SQL LIKE pattern." },
  all: { kind: "boolean", description: "Every configuration of the account." },
  max_deletes: {
    kind: "integer",
    least: 0,
    description:
      "The maximum number of deletions at once, also in one plan of Terraform; it may be the only attribute. Default: 3, or 30 % of the account if that is less; with Terraform, no limit.",
  },
} as const satisfies Fields;

/** The provider block, without the key, which a declaration must not hold. */
export const providerFields = {
  base_url: {
    kind: "string",
    description:
      "The service's address, without /v1. SCANFORM_BASE_URL is used when it is absent; where both are given, they must agree. http to another machine needs SCANFORM_INSECURE=1.",
  },
  account_id: {
    kind: "string",
    description:
      "The account's id. SCANFORM_ACCOUNT_ID is used when it is absent; neither is needed when the key reaches one account.",
  },
  managed_scope: {
    kind: "object",
    fields: managedScopeFields,
    description:
      "Which live configurations belong to what is declared here, so that `scanform apply --prune` deletes those that are not declared. Terraform uses max_deletes alone.",
  },
  max_concurrency: {
    kind: "integer",
    least: 1,
    most: 1000,
    description: "The maximum number of concurrent requests; fewer while the service limits their rate. Default: 10.",
  },
  dry_run: {
    kind: "boolean",
    description: "Writes nothing: an apply reports for each resource which request it would send, and fails.",
  },
} as const satisfies Fields;

/** What takes time because the service is written to. */
export type Operation = "create" | "update" | "delete";

const waits = (what: string): string =>
  `How long ${what} may take until the service shows it, such as "90s" or "5m". Default: 1m.`;

const timeoutFields = {
  create: { kind: "string", format: "duration", description: waits("a creation") },
  update: { kind: "string", format: "duration", description: waits("an update") },
  delete: { kind: "string", format: "duration", description: waits("a deletion") },
} as const satisfies Readonly<Record<Operation, Fields[string]>>;

/** The attribute `timeouts` of a resource that has these operations. */
export const timeoutsField = (...operations: readonly Operation[]): ObjectField => ({
  kind: "object",
  fields: Object.fromEntries(operations.map((each) => [each, timeoutFields[each]])),
  description: "How long to wait until the service shows what it has accepted.",
});

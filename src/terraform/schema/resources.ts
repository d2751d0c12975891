import { settingsFields } from "../../model/settings";
import { attributesOf } from "./fields";
import {
  type Attributes,
  attribute,
  bool,
  computed,
  nested,
  number,
  optional,
  required,
  type Schema,
  schema,
  text,
  texts,
  textSet,
} from "./schema";
import { guards, reviewAttribute } from "./guards-and-review";
import { timeouts } from "./timeouts";
import { deepscanSchema, findingTriageSchema } from "./triage-and-deepscan";

/** The `provider "scanform"` block. */
export const providerBlock: Schema = schema("Scan settings of one account of the Security Findings Service.", {
  base_url: attribute(
    text,
    optional,
    "The service's address, without /v1. SCANFORM_BASE_URL is used when it is absent; where both are given, they must agree. http to another machine needs SCANFORM_INSECURE=1.",
  ),
  account_id: attribute(
    text,
    optional,
    "The account's id. SCANFORM_ACCOUNT_ID is used when it is absent; neither is needed when the key reaches one account.",
  ),
  api_key: {
    ...attribute(
      text,
      optional,
      "The API key. Leave it out of code: when it is absent, SCANFORM_API_KEY is used, or the file that SCANFORM_API_KEY_FILE names.",
    ),
    sensitive: true,
  },
  managed_scope: attribute(
    nested("single", {
      names: attribute(text, optional, "Configurations whose name matches this SQL LIKE pattern."),
      all: attribute(bool, optional, "Every configuration of the account."),
      max_deletes: attribute(
        number,
        optional,
        "The most that may be deleted at once, by Terraform in one plan as well; it may stand alone. When it is absent: 3, or 30 % of the account if that is less, and Terraform has no limit.",
      ),
    }),
    optional,
    "Which live configurations belong to what is declared here, so that `scanform apply --prune` deletes those that are not declared. Terraform uses max_deletes alone.",
  ),
  max_concurrency: attribute(
    number,
    optional,
    "The most requests that are under way at once: 10 when it is absent, and fewer while the service says that it is too much.",
  ),
  semantics: attribute(
    text,
    optional,
    "What `scanform probe --out FILE` has found out of the service, as `file(FILE)`, for fewer requests. Without it nothing is assumed that the service's specification leaves open.",
  ),
  dry_run: attribute(
    bool,
    optional,
    "Nothing is written: an apply says of each resource which request it would send, and fails.",
  ),
});

const rule: Attributes = {
  configuration_id: attribute(text, optional, "The configuration that matching repositories get."),
  repository_ids: attribute(textSet, optional, "Matches repositories by id."),
  repository_names: attribute(textSet, optional, "Matches repositories by exact name."),
  repository_pattern: attribute(
    text,
    optional,
    "Matches repositories whose whole name is like this SQL LIKE pattern: % is any text, _ any one character.",
  ),
  leave: attribute(bool, optional, "Matching repositories stay as they are."),
};

/** What one repository gets. */
const assignment: Attributes = {
  name: attribute(text, computed, "The repository's name."),
  configuration_id: attribute(text, computed, "The id of the configuration that it gets."),
  configuration_name: attribute(
    text,
    computed,
    "The name of that configuration, as the service shows it. Known after apply where the repository moves.",
  ),
};

/** What one configuration is made of, alone or among many. */
const configuration: Attributes = {
  name: attribute(text, required, "The name, by which the configuration is found in the account."),
  renamed_from: attribute(texts, optional, "Names that the configuration had before, tried in this order."),
  exclusive_analyzers: attribute(bool, optional, "Whether analyzers that are not declared are removed."),
  ...attributesOf(settingsFields, optional),
  ...guards,
  id: attribute(text, computed, "The configuration's id."),
  created_at: attribute(text, computed, "When the configuration was created."),
};

/** Each resource by its type. */
export const resourceSchemas = {
  scanform_configuration: schema(
    "A configuration: the scan settings that repositories are given. A setting that is absent is left as it is in the service.",
    {
      ...configuration,
      review: reviewAttribute("the repositories that have the configuration when it is planned"),
      timeouts: timeouts("create", "update", "delete"),
    },
    1,
  ),
  scanform_configurations: schema(
    "Many configurations as one resource, applied together in the fewest requests. Choose it for more of them than terraform's -parallelism.",
    {
      configurations: attribute(
        nested("map", configuration),
        required,
        "Configurations by a key of your own, which stays when the name changes.",
      ),
      review: reviewAttribute("the repositories that have one of the configurations when they are planned"),
      id: attribute(text, computed, "The account's id."),
      timeouts: timeouts("create", "update", "delete"),
    },
    1,
  ),
  scanform_repository_assignments: schema(
    "Which configuration each repository gets. A repository that no rule matches stays as it is.",
    {
      rules: attribute(nested("list", rule), required, "Rules in order: the first that matches a repository decides."),
      assigned: attribute(
        nested("map", assignment),
        computed,
        "The repositories that a rule gives a configuration, by repository id.",
      ),
      review: reviewAttribute("the repositories that move"),
      id: attribute(text, computed, "The account's id."),
      timeouts: timeouts("create", "update"),
    },
    1,
  ),
  scanform_finding_triage: findingTriageSchema,
  scanform_deepscan: deepscanSchema,
} as const satisfies Readonly<Record<string, Schema>>;

import { configurationIdentity, providerFields, ruleFields } from "../../model/declared-fields";
import { settingsFields } from "../../model/settings";
import { attributesOf } from "./fields";
import { type Attributes, attribute, computed, nested, optional, required, type Schema, schema, text } from "./schema";
import { guards, reviewAttribute } from "./guards-and-review";
import { timeouts } from "./timeouts";
import { deepscanSchema, findingTriageSchema } from "./triage-and-deepscan";

const { base_url, account_id, ...otherProviderFields } = providerFields;

/** The `provider "scanform"` block. */
export const providerBlock: Schema = schema("Scan settings of one account of the Security Findings Service.", {
  ...attributesOf({ base_url, account_id }, optional),
  api_key: {
    ...attribute(
      text,
      optional,
      "The API key. Leave it out of code: when it is absent, SCANFORM_API_KEY is used, or the file that SCANFORM_API_KEY_FILE names.",
    ),
    sensitive: true,
  },
  ...attributesOf(otherProviderFields, optional),
});

const rule: Attributes = attributesOf(ruleFields, optional);

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

const { name, ...otherIdentity } = configurationIdentity;

/** What one configuration is made of, alone or among many. */
const configuration: Attributes = {
  ...attributesOf({ name }, required),
  ...attributesOf(otherIdentity, optional),
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

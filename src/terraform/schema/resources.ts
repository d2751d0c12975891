import {
  configurationGuards,
  configurationIdentity,
  type Operation,
  providerFields,
  ruleFields,
  timeoutsField,
} from "../../model/declared-fields";
import { attributeOf, attributesOf } from "./fields";
import {
  type Attribute,
  attribute,
  type Attributes,
  bool,
  computed,
  nested,
  optional,
  optionalComputed,
  required,
  type Schema,
  schema,
  text,
  texts,
} from "./schema";
import { triageCategories } from "../../model/findings";
import { deepscanFields } from "../../model/scans";
import { settingsFields } from "../../model/settings";

const timeouts = (...operations: readonly Operation[]): Attribute =>
  attributeOf(timeoutsField(...operations), optional);

const lines = (words: string): Attribute => attribute(texts, computed, words);

export const findingTriageSchema: Schema = schema(
  "What was decided about a finding, with the reason, and for how long.",
  {
    finding_id: attribute(text, required, "The finding's id. Another id is another triage."),
    category: attribute(text, required, `What was decided. One of ${triageCategories.join(", ")}.`),
    justification: attribute(
      text,
      required,
      "The reason. The service does not store it: it is kept in the code and the state.",
    ),
    expires: attribute(
      text,
      optional,
      "When it ends: a date, until the end of that day in UTC, or an RFC 3339 date-time. The first apply after that removes it from the service.",
    ),
    active: attribute(bool, computed, "Whether it is in effect: it has been set, and has not expired."),
    id: attribute(text, computed, "The finding's id."),
    timeouts: timeouts("create", "update", "delete"),
  },
);

export const deepscanSchema: Schema = schema(
  "A deepscan, which is asked for when it is created, and again when its triggers change. Destroying it undoes nothing.",
  {
    ...attributesOf(deepscanFields, computed),
    repository_id: attribute(text, required, "The repository to scan. Another one is another deepscan."),
    triggers: attribute(
      { type: ["map", "string"] },
      optional,
      "Any values: when one of them changes, another deepscan is asked for.",
    ),
    timeouts: timeouts("create"),
  },
);

export const deepscanActionSchema: Schema = schema(
  "Asks for a deepscan of a repository each time it is invoked. Nothing of it is kept in the state.",
  { repository_id: attribute(text, required, "The repository to scan.") },
);

const { base_url, account_id, ...otherProviderFields } = providerFields;

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

const { name, ...otherIdentity } = configurationIdentity;

export const resourceSchemas = {
  scanform_configuration: schema(
    "A configuration: the scan settings that repositories are given. A setting that is absent is left as it is in the service.",
    {
      ...attributesOf({ name }, required),
      ...attributesOf(otherIdentity, optional),
      ...attributesOf(settingsFields, optional),
      // false where they are not declared
      ...attributesOf(configurationGuards, optionalComputed),
      id: attribute(text, computed, "The configuration's id."),
      created_at: attribute(text, computed, "When the configuration was created."),
      review: attribute(
        nested("single", {
          weaker: lines("Settings that scan, block or report less."),
          stronger: lines("Settings that scan, block or report more."),
          unclassified: lines(
            "What cannot be determined from the prior state and the plan. One line for what is created, which may take over a configuration of its name.",
          ),
        }),
        computed,
        "The settings that the last change of this resource itself makes weaker or stronger, at most 40 lines each, whatever repositories have it. It is known in the plan whenever the settings are, and stays the same in the apply and the state: a policy reads it where an action is planned, and takes unknown for unclassified. No value is in it.",
      ),
      timeouts: timeouts("create", "update", "delete"),
    },
  ),
  scanform_repository_assignments: schema(
    "Which configuration each repository gets. A repository that no rule matches stays as it is.",
    {
      rules: attribute(nested("list", rule), required, "Rules in order: the first that matches a repository decides."),
      assigned: attribute(
        { type: ["map", "number"] },
        computed,
        "The number of repositories by the id of the configuration that they have, of those to which a rule gives one.",
      ),
      assigned_digest: attribute(
        text,
        computed,
        "A digest over the repositories, each with the number of its rule, or with what it has in place of what the rule gives it. It changes when a repository is added, removed, or gets another configuration.",
      ),
      review: attribute(
        nested("single", {
          moves: lines(
            "`FROM -> TO (rule 2)`, at most 40 lines: ids of configurations, `none`, or `not assigned before` for a repository that the former rules did not assign.",
          ),
        }),
        computed,
        "From which configuration to which the last change moves repositories. It is known only after apply where the id of a configuration is. What a move does to the repositories, and how many they are, is in the plan's warning.",
      ),
      id: attribute(text, computed, "The account's id."),
      timeouts: timeouts("create", "update"),
    },
  ),
  scanform_finding_triage: findingTriageSchema,
  scanform_deepscan: deepscanSchema,
} as const satisfies Readonly<Record<string, Schema>>;

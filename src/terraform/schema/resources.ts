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
  number,
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

const counts = (words: string): Attribute => attribute(number, computed, words);

/**
 * What a planned change does to repositories, where a policy can read it.
 *
 * @param counted which repositories
 * @param unknown when it is not known
 */
const reviewAttribute = (counted: string, unknown: string): Attribute =>
  attribute(
    nested("single", {
      weakens: counts("The number of repositories that are scanned less in any setting."),
      unclassified: counts("The number of those where it cannot be said, and nothing weakens."),
      strengthens: counts("The number of those that are only scanned more."),
      summary: attribute(text, computed, "The counts in words."),
      details: attribute(texts, computed, "What changes for which repositories, the worst first: one line each."),
    }),
    computed,
    `What the change of this resource does to ${counted}, ${unknown}. After the apply it says what has happened, and without a change it is that of the last one: a policy reads it where an action is planned, and takes unknown for unclassified. What is free text, such as patterns, is only counted.`,
  );

export const findingTriageSchema: Schema = schema(
  "What was decided about a finding, with the reason for it, and for how long it holds.",
  {
    finding_id: attribute(text, required, "The finding's id. Another id is another triage."),
    category: attribute(text, required, `What was decided. One of ${triageCategories.join(", ")}.`),
    justification: attribute(
      text,
      required,
      "Why it was decided. The service has no place for it: it is kept in the code and the state.",
    ),
    expires: attribute(
      text,
      optional,
      "Until when it holds: a date, whose whole day in UTC belongs to it, or an RFC 3339 date-time. The first apply after that removes it from the service.",
    ),
    active: attribute(bool, computed, "Whether it holds: it has been set, and has not expired."),
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
      review: reviewAttribute(
        "the repositories that have the configuration",
        "which have it before the apply. It is known only after apply where a setting of an existing one is; what is created weakens nothing",
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
        "A digest over the repositories, each with the number of its rule, or with what it has in place of what the rule gives it. It changes where one repository comes, goes, or has another configuration.",
      ),
      review: reviewAttribute(
        "the repositories that move",
        "by the settings before and after. It is known only after apply where repositories move and a configuration that a rule refers to, or that they leave, is new or changes in more than its name",
      ),
      id: attribute(text, computed, "The account's id."),
      timeouts: timeouts("create", "update"),
    },
  ),
  scanform_finding_triage: findingTriageSchema,
  scanform_deepscan: deepscanSchema,
} as const satisfies Readonly<Record<string, Schema>>;

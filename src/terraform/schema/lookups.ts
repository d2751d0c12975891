import {
  accountFields,
  analyzerListingFields,
  configurationFields,
  customPolicyFields,
  repositoryFields,
} from "../../model/entities";
import type { Fields } from "../../model/field";
import { settingsFields } from "../../model/settings";
import { attributesOf } from "./fields";
import { attribute, bool, computed, optional, optionalComputed, required, type Schema, schema, text } from "./schema";
import { listSchema } from "./list-schema";

/** Data sources for the objects of an account: some lists, and one by its id or by what it is called. */

/** A live configuration, with its settings. */
export const liveFields = { ...configurationFields, ...settingsFields } as const satisfies Fields;

const namePattern = attribute(
  text,
  optional,
  "Reads only those whose whole name is like this SQL LIKE pattern: % is any text, _ any one character.",
);

export const repositoriesSource = listSchema(
  "repositories",
  "The repositories of the account, by their names.",
  repositoryFields,
  {
    name_pattern: namePattern,
    configuration_id: attribute(text, optional, "Reads only those that have this configuration."),
    enabled: attribute(bool, optional, "Reads only those that are scanned, or only those that are not."),
  },
);

export const configurationsSource = listSchema(
  "configurations",
  "The configurations of the account, by their names.",
  liveFields,
  {
    name_pattern: namePattern,
  },
);

/** An account as Terraform names its fields: its id and name are the organization's, as people know it. */
const { account_id, org_name, ...otherAccountFields } = accountFields;
export const accountItemFields = { id: account_id, name: org_name, ...otherAccountFields } as const satisfies Fields;

/** One of a kind, looked up by its id or by what it is called. */
const lookup = (description: string, fields: Fields, key: "name" | "title"): Schema =>
  schema(description, {
    ...attributesOf(fields, computed),
    id: attribute(text, optionalComputed, `The id, in place of the ${key}.`),
    [key]: attribute(text, optionalComputed, `The exact ${key}, in place of the id. It must be of one object only.`),
  });

export const repositorySource = lookup("A repository of the account.", repositoryFields, "name");
export const configurationSource = lookup("A configuration of the account.", liveFields, "name");
export const customPolicySource = lookup("A custom code policy of the account.", customPolicyFields, "title");
export const accountSource = lookup(
  "An account that the API key reaches; the account of the provider where neither an id nor a name is given.",
  accountItemFields,
  "name",
);
export const analyzerSource = schema("An analyzer of the account that is enabled and visible.", {
  ...attributesOf(analyzerListingFields, computed),
  slug: attribute(text, required, "The analyzer's slug: its key in the analyzers of a configuration."),
});

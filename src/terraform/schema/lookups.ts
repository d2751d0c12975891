import { configurationFields, repositoryFields } from "../../model/entities";
import type { Fields } from "../../model/field";
import { settingsFields } from "../../model/settings";
import { attributesOf } from "./fields";
import { attribute, bool, computed, optional, optionalComputed, type Schema, schema, text } from "./schema";
import { listSchema } from "./list-schema";

/** Data sources for configurations and repositories: the list of all, and one by its id or name. */

/** A live configuration, with its settings. */
export const liveFields = { ...configurationFields, ...settingsFields } as const satisfies Fields;

const namePattern = attribute(
  text,
  optional,
  "Only those whose whole name is like this SQL LIKE pattern: % is any text, _ any one character.",
);

export const repositoriesSource = listSchema(
  "repositories",
  "The repositories of the account, by their names.",
  repositoryFields,
  {
    name_pattern: namePattern,
    configuration_id: attribute(text, optional, "Only those that have this configuration."),
    enabled: attribute(bool, optional, "Only those that are scanned, or only those that are not."),
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

/** One of a kind, asked for by its id or its exact name. */
const lookup = (description: string, fields: Fields): Schema =>
  schema(description, {
    ...attributesOf(fields, computed),
    id: attribute(text, optionalComputed, "The id. Say this or the name."),
    name: attribute(text, optionalComputed, "The exact name. Say this or the id."),
  });

export const repositorySource = lookup("A repository of the account.", repositoryFields);
export const configurationSource = lookup("A configuration of the account.", liveFields);

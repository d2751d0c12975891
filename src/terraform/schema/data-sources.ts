import { analyzerListingFields, customPolicyFields } from "../../model/entities";
import type { Schema } from "./schema";
import {
  accountItemFields,
  accountSource,
  analyzerSource,
  configurationSource,
  configurationsSource,
  customPolicySource,
  repositoriesSource,
  repositorySource,
} from "./lookups";
import { listSchema } from "./list-schema";
import { scanSources } from "./scan-sources";

/** Each data source by its type; the items of a list are in the attribute named after what they are. */
export const dataSourceSchemas = {
  scanform_accounts: listSchema(
    "accounts",
    "The accounts that the API key reaches, by the names of their organizations.",
    accountItemFields,
  ),
  scanform_account: accountSource,
  scanform_repositories: repositoriesSource,
  scanform_repository: repositorySource,
  scanform_analyzers: listSchema(
    "analyzers",
    "The analyzers of the account that are enabled and visible, by their slugs.",
    analyzerListingFields,
  ),
  scanform_analyzer: analyzerSource,
  scanform_custom_policies: listSchema(
    "policies",
    "The custom code policies of the account, by their titles.",
    customPolicyFields,
  ),
  scanform_custom_policy: customPolicySource,
  scanform_configurations: configurationsSource,
  scanform_configuration: configurationSource,
  ...scanSources,
} as const satisfies Readonly<Record<string, Schema>>;

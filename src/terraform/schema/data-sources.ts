import { accountFields, analyzerListingFields, customPolicyFields, repositoryFields } from "../../model/entities";
import type { Fields } from "../../model/field";
import { attributesOf } from "./fields";
import { attribute, computed, nested, type Schema, schema } from "./form";

/** A data source that lists everything there is of one kind, in one attribute. */
const listing = (name: string, description: string, fields: Fields): Schema =>
  schema(description, { [name]: attribute(nested("list", attributesOf(fields, computed)), computed, description) });

/** Each data source by its type; the items are in the attribute named after it. */
export const dataSourceSchemas = {
  scanform_accounts: listing("accounts", "The accounts that the API key reaches.", accountFields),
  scanform_repositories: listing("repositories", "The repositories of the account.", repositoryFields),
  scanform_analyzers: listing(
    "analyzers",
    "The analyzers of the account that are enabled and visible.",
    analyzerListingFields,
  ),
  scanform_custom_policies: listing("custom_policies", "The custom code policies of the account.", customPolicyFields),
} as const satisfies Readonly<Record<string, Schema>>;

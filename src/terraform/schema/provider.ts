import { dataSourceSchemas, ephemeralSchemas } from "./data-sources";
import { providerAddress, type ProviderSchemas } from "./schema";
import { providerBlock, resourceSchemas } from "./resources";

/** What a user writes into `required_providers`. */
export const providerSource = "scanform/scanform";
export const providerVersionConstraint = "~> 0.1";

/** The whole provider in the form of `terraform providers schema -json`, derived from the model. */
export const providerSchema = (): ProviderSchemas => ({
  format_version: "1.0",
  provider_schemas: {
    [providerAddress]: {
      provider: providerBlock,
      resource_schemas: resourceSchemas,
      data_source_schemas: dataSourceSchemas,
      ephemeral_resource_schemas: ephemeralSchemas,
    },
  },
});

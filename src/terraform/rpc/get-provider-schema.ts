import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import type { Schema } from "../schema/schema";
import { functionMessages } from "./function-message";
import { schemaMessage } from "./schema-message";

/** The optional features of the protocol that the provider supports. */
export const serverCapabilities = {
  plan_destroy: true,
  get_provider_schema_optional: true,
  move_resource_state: true,
} as const;

export const getProviderSchema =
  ({ block, resources, dataSources, ephemeralResources, functions }: Provider): Handler<"GetProviderSchema"> =>
  () =>
    Promise.resolve({
      provider: schemaMessage(block),
      resource_schemas: schemasOf(resources),
      data_source_schemas: schemasOf(dataSources),
      ephemeral_resource_schemas: schemasOf(ephemeralResources),
      functions: functionMessages(functions),
      server_capabilities: serverCapabilities,
    });

const schemasOf = (types: Readonly<Record<string, { readonly schema: Schema }>>) =>
  Object.fromEntries(Object.entries(types).map(([name, { schema }]) => [name, schemaMessage(schema)]));

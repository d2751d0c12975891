import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import type { Schema } from "../schema/form";
import { capabilities } from "./capabilities";
import { functionMessages } from "./function-message";
import { schemaMessage } from "./schema-message";

export const getProviderSchema =
  ({ block, resources, dataSources, functions }: Provider): Handler<"GetProviderSchema"> =>
  () =>
    Promise.resolve({
      provider: schemaMessage(block),
      resource_schemas: schemasOf(resources),
      data_source_schemas: schemasOf(dataSources),
      functions: functionMessages(functions),
      server_capabilities: capabilities,
    });

const schemasOf = (types: Readonly<Record<string, { readonly schema: Schema }>>) =>
  Object.fromEntries(Object.entries(types).map(([name, { schema }]) => [name, schemaMessage(schema)]));

import { repeated, sub } from "../field";
import { entries, message } from "../message";
import { text } from "../scalar";
import { clientCapabilities, diagnostic, dynamicValue, serverCapabilities } from "./common";
import { functionDefinition } from "./function";
import { schema } from "./schema";

/** Requests about the provider as a whole. */

const typeName = message({ type_name: text(1) });

export const getMetadata = {
  request: message({}),
  response: message({
    server_capabilities: sub(1, serverCapabilities),
    diagnostics: repeated(2, diagnostic),
    data_sources: repeated(3, typeName),
    resources: repeated(4, typeName),
    functions: repeated(5, message({ name: text(1) })),
    ephemeral_resources: repeated(6, typeName),
  }),
};

export const getProviderSchema = {
  request: message({}),
  response: message({
    provider: sub(1, schema),
    resource_schemas: entries(2, schema),
    data_source_schemas: entries(3, schema),
    diagnostics: repeated(4, diagnostic),
    server_capabilities: sub(6, serverCapabilities),
    functions: entries(7, functionDefinition),
    ephemeral_resource_schemas: entries(8, schema),
  }),
};

export const validateProviderConfig = {
  request: message({ config: sub(1, dynamicValue) }),
  // number 1 was in use once
  response: message({ diagnostics: repeated(2, diagnostic) }),
};

export const configureProvider = {
  request: message({
    terraform_version: text(1),
    config: sub(2, dynamicValue),
    client_capabilities: sub(3, clientCapabilities),
  }),
  response: message({ diagnostics: repeated(1, diagnostic) }),
};

export const stopProvider = {
  request: message({}),
  response: message({ Error: text(1) }),
};

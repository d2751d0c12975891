import type { FunctionDefinition, NestedObject, SchemaAttribute, SchemaMessage } from "../protocol/service";
import type { AllHandlers } from "../protocol/streams";
import type { Provider } from "../provider-types";
import type { Attribute, Attributes, AttributeType, NestedType, Schema } from "../schema/schema";
import type { ProviderFunction } from "../functions";

/** The optional features of the protocol that the provider supports. */
const serverCapabilities = {
  plan_destroy: true,
  get_provider_schema_optional: true,
  move_resource_state: true,
  generate_resource_config: true,
} as const;

/** What terraform asks of a provider before it configures it. */
export const describing = (provider: Provider) => {
  const { block, resources, dataSources, ephemeralResources, functions, listResources, actions } = provider;
  return {
    GetProviderSchema: () =>
      Promise.resolve({
        provider: schemaMessage(block),
        resource_schemas: schemasOf(resources),
        data_source_schemas: schemasOf(dataSources),
        ephemeral_resource_schemas: schemasOf(ephemeralResources),
        list_resource_schemas: schemasOf(listResources),
        action_schemas: mapValues(actions, ({ schema }) => ({ schema: schemaMessage(schema) })),
        functions: mapValues(functions, functionMessage),
        server_capabilities: serverCapabilities,
      }),

    GetMetadata: () =>
      Promise.resolve({
        resources: typesOf(resources),
        data_sources: typesOf(dataSources),
        ephemeral_resources: typesOf(ephemeralResources),
        list_resources: typesOf(listResources),
        actions: typesOf(actions),
        functions: Object.keys(functions).map((name) => ({ name })),
        server_capabilities: serverCapabilities,
      }),

    GetFunctions: () => Promise.resolve({ functions: mapValues(functions, functionMessage) }),

    // terraform from 1.12 on
    GetResourceIdentitySchemas: () =>
      Promise.resolve({ identity_schemas: mapValues(resources, ({ identity }) => identitySchema(identity.schema)) }),
  } satisfies AllHandlers;
};

const mapValues = <T, U>(all: Readonly<Record<string, T>>, map: (each: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(all).map(([name, each]) => [name, map(each)]));

const schemasOf = (types: Readonly<Record<string, { readonly schema: Schema }>>) =>
  mapValues(types, ({ schema }) => schemaMessage(schema));

const typesOf = (types: object) => Object.keys(types).map((name) => ({ type_name: name }));

const identitySchema = ({ version, block }: Schema) => ({
  version,
  identity_attributes: Object.entries(block.attributes).map(([name, each]) => ({
    name,
    type: typeBytes("string"),
    required_for_import: "required" in each,
    optional_for_import: "optional" in each,
    description: each.description,
  })),
});

/** A type in the form of the protocol: JSON, such as `["list","string"]`. */
const typeBytes = (type: AttributeType): Uint8Array => Buffer.from(JSON.stringify(type));

const schemaMessage = ({ version, block }: Schema): SchemaMessage => ({
  version,
  block: { version, attributes: attributesMessage(block.attributes), description: block.description },
});

const attributesMessage = (attributes: Attributes): readonly SchemaAttribute[] =>
  Object.entries(attributes).map(([name, attribute]) => ({
    name,
    description: attribute.description,
    ...("type" in attribute
      ? { type: typeBytes(attribute.type) }
      : { nested_type: nestedMessage(attribute.nested_type) }),
    ...roleMessage(attribute),
  }));

const roleMessage = (attribute: Attribute): SchemaAttribute => ({
  required: "required" in attribute,
  optional: "optional" in attribute,
  computed: "computed" in attribute,
  sensitive: attribute.sensitive === true,
});

const nestings = { single: "SINGLE", list: "LIST", map: "MAP" } as const;

const nestedMessage = ({ nesting_mode: mode, attributes }: NestedType): NestedObject => ({
  nesting: nestings[mode],
  attributes: attributesMessage(attributes),
});

const functionMessage = ({ summary, description, parameters, returns }: ProviderFunction): FunctionDefinition => ({
  summary,
  description,
  parameters: parameters.map((each) => ({
    name: each.name,
    description: each.description,
    type: typeBytes(each.type),
  })),
  return: { type: typeBytes(returns) },
});

import type { Handler } from "../protocol/service";
import type { Provider } from "../provider-types";
import type { Attribute, Attributes, AttributeType, NestedType, Schema } from "../schema/schema";
import type { FunctionDefinition, NestedObject, SchemaAttribute, SchemaMessage } from "../protocol/service";
import type { ProviderFunction } from "../functions";

/** The optional features of the protocol that the provider supports. */
const serverCapabilities = {
  plan_destroy: true,
  get_provider_schema_optional: true,
  move_resource_state: true,
  generate_resource_config: true,
} as const;

export const getProviderSchema =
  ({
    block,
    resources,
    dataSources,
    ephemeralResources,
    functions,
    ...newer
  }: Provider): Handler<"GetProviderSchema"> =>
  () =>
    Promise.resolve({
      provider: schemaMessage(block),
      resource_schemas: schemasOf(resources),
      data_source_schemas: schemasOf(dataSources),
      ephemeral_resource_schemas: schemasOf(ephemeralResources),
      list_resource_schemas: schemasOf(newer.listResources),
      action_schemas: Object.fromEntries(
        Object.entries(newer.actions).map(([name, { schema }]) => [name, { schema: schemaMessage(schema) }]),
      ),
      functions: functionMessages(functions),
      server_capabilities: serverCapabilities,
    });

const schemasOf = (types: Readonly<Record<string, { readonly schema: Schema }>>) =>
  Object.fromEntries(Object.entries(types).map(([name, { schema }]) => [name, schemaMessage(schema)]));

export const getMetadata =
  ({
    resources,
    dataSources,
    ephemeralResources,
    functions,
    listResources,
    actions,
  }: Provider): Handler<"GetMetadata"> =>
  () =>
    Promise.resolve({
      resources: typesOf(resources),
      data_sources: typesOf(dataSources),
      ephemeral_resources: typesOf(ephemeralResources),
      list_resources: typesOf(listResources),
      actions: typesOf(actions),
      functions: Object.keys(functions).map((name) => ({ name })),
      server_capabilities: serverCapabilities,
    });

const typesOf = (types: object) => Object.keys(types).map((name) => ({ type_name: name }));

export const getFunctions =
  ({ functions }: Provider): Handler<"GetFunctions"> =>
  () =>
    Promise.resolve({ functions: functionMessages(functions) });

/** Terraform asks for them from version 1.12 on. */
export const getResourceIdentitySchemas =
  ({ resources }: Provider): Handler<"GetResourceIdentitySchemas"> =>
  () =>
    Promise.resolve({
      identity_schemas: Object.fromEntries(
        Object.entries(resources).map(
          ([
            type,
            {
              identity: { schema },
            },
          ]) => [
            type,
            {
              version: schema.version,
              identity_attributes: Object.entries(schema.block.attributes).map(([name, each]) => ({
                name,
                type: typeBytes("string"),
                required_for_import: "required" in each,
                optional_for_import: "optional" in each,
                description: each.description,
              })),
            },
          ],
        ),
      ),
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

const functionMessages = (
  functions: Readonly<Record<string, ProviderFunction>>,
): Readonly<Record<string, FunctionDefinition>> =>
  Object.fromEntries(Object.entries(functions).map(([name, each]) => [name, functionMessage(each)]));

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

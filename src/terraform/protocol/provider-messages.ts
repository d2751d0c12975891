import {
  bool,
  bytes,
  choice,
  entries,
  type Field,
  int64,
  type Message,
  message,
  presentInt64,
  repeated,
  type Sent,
  sub,
  text,
} from "./message";
import { clientCapabilities, diagnostic, dynamicValue, rawState, serverCapabilities } from "./common";

/** The schema of the provider block, of a resource or of a data source. Nested blocks are not used. */

/** How a description is to be read. */
const stringKind = (number: number): Field<"PLAIN" | "MARKDOWN", "PLAIN" | "MARKDOWN"> =>
  choice(number, ["PLAIN", "MARKDOWN"]);

const nestings = ["INVALID", "SINGLE", "LIST", "SET", "MAP"] as const;

/** Exactly one of `type`, which is JSON, and `nested_type` is there. */
export interface SchemaAttribute {
  readonly name?: string | undefined;
  readonly type?: Uint8Array | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  readonly optional?: boolean | undefined;
  readonly computed?: boolean | undefined;
  readonly sensitive?: boolean | undefined;
  readonly description_kind?: "PLAIN" | "MARKDOWN" | undefined;
  readonly deprecated?: boolean | undefined;
  readonly nested_type?: NestedObject | undefined;
  readonly write_only?: boolean | undefined;
}

export interface NestedObject {
  readonly attributes?: readonly SchemaAttribute[] | undefined;
  readonly nesting?: (typeof nestings)[number] | undefined;
}

const attribute: Message<SchemaAttribute, SchemaAttribute> = message({
  name: text(1),
  type: bytes(2),
  description: text(3),
  required: bool(4),
  optional: bool(5),
  computed: bool(6),
  sensitive: bool(7),
  description_kind: stringKind(8),
  deprecated: bool(9),
  nested_type: sub(10, (): Message<NestedObject, NestedObject> => nestedObject),
  write_only: bool(11),
});

const nestedObject: Message<NestedObject, NestedObject> = message({
  attributes: repeated(1, attribute),
  nesting: choice(3, nestings),
});

const block = message({
  version: int64(1),
  attributes: repeated(2, attribute),
  description: text(4),
  description_kind: stringKind(5),
  deprecated: bool(6),
});

const schema = message({ version: int64(1), block: sub(2, block) });
export type SchemaMessage = Sent<typeof schema>;

/** Functions that the provider offers. */

/** `type` is JSON. */
const parameter = message({
  name: text(1),
  type: bytes(2),
  allow_null_value: bool(3),
  allow_unknown_values: bool(4),
  description: text(5),
  description_kind: stringKind(6),
});

const functionDefinition = message({
  parameters: repeated(1, parameter),
  variadic_parameter: sub(2, parameter),
  return: sub(3, message({ type: bytes(1) })),
  summary: text(4),
  description: text(5),
  description_kind: stringKind(6),
  deprecation_message: text(7),
});
export type FunctionDefinition = Sent<typeof functionDefinition>;

export const getFunctions = {
  request: message({}),
  response: message({ functions: entries(1, functionDefinition), diagnostics: repeated(2, diagnostic) }),
};

/** @property function_argument which argument it is about, from 0; absent when it is about none */
const functionError = message({ text: text(1), function_argument: presentInt64(2) });

export const callFunction = {
  request: message({ name: text(1), arguments: repeated(2, dynamicValue) }),
  response: message({ result: sub(1, dynamicValue), error: sub(2, functionError) }),
};

/** What identifies a resource for good, apart from its state; asked by terraform from 1.12 on. */

/** `type` is JSON. */
const identityAttribute = message({
  name: text(1),
  type: bytes(2),
  required_for_import: bool(3),
  optional_for_import: bool(4),
  description: text(5),
});

const identitySchema = message({ version: int64(1), identity_attributes: repeated(2, identityAttribute) });

export const identityData = message({ identity_data: sub(1, dynamicValue) });

export const getResourceIdentitySchemas = {
  request: message({}),
  response: message({ identity_schemas: entries(1, identitySchema), diagnostics: repeated(2, diagnostic) }),
};

export const upgradeResourceIdentity = {
  request: message({ type_name: text(1), version: int64(2), raw_identity: sub(3, rawState) }),
  response: message({ upgraded_identity: sub(1, identityData), diagnostics: repeated(2, diagnostic) }),
};

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

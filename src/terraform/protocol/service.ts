import {
  bool,
  bytes,
  choice,
  entries,
  int64,
  type Message,
  message,
  presentInt64,
  presentText,
  type Received,
  repeated,
  type Sent,
  sub,
  text,
} from "./message";

/** What the provider reads and sends of tfplugin6: fields that it does not use are left out. */

/** A value in msgpack, or in JSON; the one that is not used is empty. */
export const dynamicValue = message({ msgpack: bytes(1), json: bytes(2) });
export type DynamicValue = Received<typeof dynamicValue>;

/** A step is an attribute's name, the key of a map, or the index of a list: exactly one of them. */
const step = message({
  attribute_name: presentText(1),
  element_key_string: presentText(2),
  element_key_int: presentInt64(3),
});
const attributePath = message({ steps: repeated(1, step) });
export type AttributePathMessage = Sent<typeof attributePath>;

export const diagnostic = message({
  severity: choice(1, ["INVALID", "ERROR", "WARNING"]),
  summary: text(2),
  detail: text(3),
  attribute: sub(4, attributePath),
});
export type DiagnosticMessage = Sent<typeof diagnostic>;

/** A state as it lies in the state file. What terraform before 0.12 wrote there is not read. */
const rawState = message({ json: bytes(1) });

/** What identifies a resource for good, apart from its state; terraform sends it from 1.12 on. */
export const identityData = message({ identity_data: sub(1, dynamicValue) });

const serverCapabilities = message({
  plan_destroy: bool(1),
  get_provider_schema_optional: bool(2),
  move_resource_state: bool(3),
  generate_resource_config: bool(4),
});

/** What the core that asks can do. An older one leaves out what it does not know. */
const clientCapabilities = message({ store_planned_private: bool(3) });

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
  readonly nested_type?: NestedObject | undefined;
}

export interface NestedObject {
  readonly attributes?: readonly SchemaAttribute[] | undefined;
  readonly nesting?: (typeof nestings)[number] | undefined;
}

const schemaAttribute: Message<SchemaAttribute, SchemaAttribute> = message({
  name: text(1),
  type: bytes(2),
  description: text(3),
  required: bool(4),
  optional: bool(5),
  computed: bool(6),
  sensitive: bool(7),
  nested_type: sub(10, (): Message<NestedObject, NestedObject> => nestedObject),
});

const nestedObject: Message<NestedObject, NestedObject> = message({
  attributes: repeated(1, schemaAttribute),
  nesting: choice(3, nestings),
});

const block = message({ version: int64(1), attributes: repeated(2, schemaAttribute), description: text(4) });
const schema = message({ version: int64(1), block: sub(2, block) });
export type SchemaMessage = Sent<typeof schema>;

/** Types are JSON. */
const functionDefinition = message({
  parameters: repeated(1, message({ name: text(1), type: bytes(2), description: text(5) })),
  return: sub(3, message({ type: bytes(1) })),
  summary: text(4),
  description: text(5),
});
export type FunctionDefinition = Sent<typeof functionDefinition>;

const identityAttribute = message({
  name: text(1),
  type: bytes(2),
  required_for_import: bool(3),
  optional_for_import: bool(4),
  description: text(5),
});
const identitySchema = message({ version: int64(1), identity_attributes: repeated(2, identityAttribute) });

const empty = message({});
const typeName = message({ type_name: text(1) });
const typeAndConfig = message({ type_name: text(1), config: sub(2, dynamicValue) });
const onlyDiagnostics = message({ diagnostics: repeated(1, diagnostic) });

const importedResource = message({ type_name: text(1), state: sub(2, dynamicValue), identity: sub(4, identityData) });

/** The name of the service on the wire: a request is `/tfplugin6.Provider/NAME`. */
export const serviceName = "tfplugin6.Provider";

/** What terraform may ask of a provider in protocol 6. `private` is data of the provider that terraform only stores. */
export const rpcs = {
  GetMetadata: {
    request: empty,
    response: message({
      server_capabilities: sub(1, serverCapabilities),
      data_sources: repeated(3, typeName),
      resources: repeated(4, typeName),
      functions: repeated(5, message({ name: text(1) })),
      ephemeral_resources: repeated(6, typeName),
      list_resources: repeated(7, typeName),
      actions: repeated(9, typeName),
    }),
  },
  GetProviderSchema: {
    request: empty,
    response: message({
      provider: sub(1, schema),
      resource_schemas: entries(2, schema),
      data_source_schemas: entries(3, schema),
      server_capabilities: sub(6, serverCapabilities),
      functions: entries(7, functionDefinition),
      ephemeral_resource_schemas: entries(8, schema),
      list_resource_schemas: entries(9, schema),
      action_schemas: entries(11, message({ schema: sub(1, schema) })),
    }),
  },
  GetResourceIdentitySchemas: {
    request: empty,
    response: message({ identity_schemas: entries(1, identitySchema) }),
  },
  GetFunctions: { request: empty, response: message({ functions: entries(1, functionDefinition) }) },
  ValidateProviderConfig: {
    request: message({ config: sub(1, dynamicValue) }),
    response: message({ diagnostics: repeated(2, diagnostic) }),
  },
  ConfigureProvider: { request: message({ config: sub(2, dynamicValue) }), response: onlyDiagnostics },
  StopProvider: { request: empty, response: message({ Error: text(1) }) },
  CallFunction: {
    request: message({ name: text(1), arguments: repeated(2, dynamicValue) }),
    response: message({
      result: sub(1, dynamicValue),
      // which argument it is about, from 0; absent when it is about none
      error: sub(2, message({ text: text(1), function_argument: presentInt64(2) })),
    }),
  },

  ValidateResourceConfig: { request: typeAndConfig, response: onlyDiagnostics },
  UpgradeResourceState: {
    request: message({ type_name: text(1), version: int64(2), raw_state: sub(3, rawState) }),
    response: message({ upgraded_state: sub(1, dynamicValue), diagnostics: repeated(2, diagnostic) }),
  },
  UpgradeResourceIdentity: {
    request: message({ type_name: text(1), version: int64(2), raw_identity: sub(3, rawState) }),
    response: message({ upgraded_identity: sub(1, identityData), diagnostics: repeated(2, diagnostic) }),
  },
  ReadResource: {
    request: message({
      type_name: text(1),
      current_state: sub(2, dynamicValue),
      private: bytes(3),
      current_identity: sub(6, identityData),
    }),
    response: message({
      new_state: sub(1, dynamicValue),
      diagnostics: repeated(2, diagnostic),
      private: bytes(3),
      new_identity: sub(5, identityData),
    }),
  },
  PlanResourceChange: {
    request: message({
      type_name: text(1),
      prior_state: sub(2, dynamicValue),
      proposed_new_state: sub(3, dynamicValue),
      config: sub(4, dynamicValue),
      prior_private: bytes(5),
      client_capabilities: sub(7, clientCapabilities),
      prior_identity: sub(8, identityData),
      // from 1.16 on, in the plan right before an apply: what the reviewed plan answered
      planned_private: bytes(9),
    }),
    response: message({
      planned_state: sub(1, dynamicValue),
      requires_replace: repeated(2, attributePath),
      planned_private: bytes(3),
      diagnostics: repeated(4, diagnostic),
      planned_identity: sub(7, identityData),
    }),
  },
  ApplyResourceChange: {
    request: message({
      type_name: text(1),
      prior_state: sub(2, dynamicValue),
      planned_state: sub(3, dynamicValue),
      config: sub(4, dynamicValue),
      planned_private: bytes(5),
      planned_identity: sub(7, identityData),
    }),
    response: message({
      new_state: sub(1, dynamicValue),
      private: bytes(2),
      diagnostics: repeated(3, diagnostic),
      new_identity: sub(5, identityData),
    }),
  },
  ImportResourceState: {
    request: message({ type_name: text(1), id: text(2), identity: sub(4, identityData) }),
    response: message({ imported_resources: repeated(1, importedResource), diagnostics: repeated(2, diagnostic) }),
  },
  MoveResourceState: {
    request: message({
      source_provider_address: text(1),
      source_type_name: text(2),
      source_schema_version: int64(3),
      source_state: sub(4, rawState),
      target_type_name: text(5),
      source_private: bytes(6),
      source_identity: sub(7, rawState),
      source_identity_schema_version: int64(8),
    }),
    response: message({
      target_state: sub(1, dynamicValue),
      diagnostics: repeated(2, diagnostic),
      target_private: bytes(3),
      target_identity: sub(4, identityData),
    }),
  },

  ValidateDataResourceConfig: { request: typeAndConfig, response: onlyDiagnostics },
  ReadDataSource: {
    request: typeAndConfig,
    response: message({ state: sub(1, dynamicValue), diagnostics: repeated(2, diagnostic) }),
  },

  // terraform from 1.10 on
  ValidateEphemeralResourceConfig: { request: typeAndConfig, response: onlyDiagnostics },
  OpenEphemeralResource: {
    request: typeAndConfig,
    response: message({ diagnostics: repeated(1, diagnostic), result: sub(3, dynamicValue) }),
  },
  RenewEphemeralResource: { request: typeName, response: onlyDiagnostics },
  CloseEphemeralResource: { request: typeName, response: onlyDiagnostics },

  // terraform from 1.14 on; what it streams is in `streams`
  ValidateListResourceConfig: { request: typeAndConfig, response: onlyDiagnostics },
  GenerateResourceConfig: {
    request: message({ type_name: text(1), state: sub(2, dynamicValue) }),
    response: message({ config: sub(1, dynamicValue), diagnostics: repeated(2, diagnostic) }),
  },
  ValidateActionConfig: { request: typeAndConfig, response: onlyDiagnostics },
  PlanAction: {
    request: message({ action_type: text(1), config: sub(2, dynamicValue) }),
    response: onlyDiagnostics,
  },
} as const;

export type Rpc = keyof typeof rpcs;
export type Request<R extends Rpc> = Received<(typeof rpcs)[R]["request"]>;
export type Response<R extends Rpc> = Sent<(typeof rpcs)[R]["response"]>;

/** An RPC without a handler answers UNIMPLEMENTED, which terraform knows how to take. */
export type Handlers = { readonly [R in Rpc]?: (request: Request<R>) => Promise<Response<R>> };

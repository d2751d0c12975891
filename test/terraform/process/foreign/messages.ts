import type { Field, Table } from "./wire";

/** What terraform's documentation says of plugin protocol 6, minor version 11, as far as either side uses it. */

const dynamic: Table = { msgpack: [1, "bytes"], json: [2, "bytes"] };
const raw: Table = { json: [1, "bytes"] };
const identity: Table = { identity_data: [1, dynamic] };
const step: Table = {
  attribute_name: [1, "text"],
  element_key_string: [2, "text"],
  element_key_int: [3, "number"],
};
const path: Table = { steps: [1, step, "many"] };
const diagnostic: Table = { severity: [1, "number"], summary: [2, "text"], detail: [3, "text"], attribute: [4, path] };
const server: Table = {
  plan_destroy: [1, "number"],
  get_provider_schema_optional: [2, "number"],
  move_resource_state: [3, "number"],
  generate_resource_config: [4, "number"],
};
const client: Table = {
  deferral_allowed: [1, "number"],
  write_only_attributes_allowed: [2, "number"],
  store_planned_private: [3, "number"],
};
const timestamp: Table = { seconds: [1, "number"], nanos: [2, "number"] };

const diagnostics = (number: number): Field => [number, diagnostic, "many"];
const byName = (number: number, of: Table): Field => [number, { key: [1, "text"], value: [2, of] }, "many"];
const named: Table = { type_name: [1, "text"] };

/** Left as bytes: what is in a schema is tested elsewhere. */
const attribute: Table = {
  name: [1, "text"],
  type: [2, "bytes"],
  description: [3, "text"],
  required: [4, "number"],
  optional: [5, "number"],
  computed: [6, "number"],
  sensitive: [7, "number"],
  nested_type: [10, "bytes"],
};
const block: Table = {
  version: [1, "number"],
  attributes: [2, attribute, "many"],
  description: [4, "text"],
};
const schema: Table = { version: [1, "number"], block: [2, block] };
const identitySchema: Table = {
  version: [1, "number"],
  identity_attributes: [
    2,
    {
      name: [1, "text"],
      type: [2, "bytes"],
      required_for_import: [3, "number"],
      optional_for_import: [4, "number"],
      description: [5, "text"],
    },
    "many",
  ],
};
const functionOf: Table = {
  parameters: [1, "bytes", "many"],
  return: [3, "bytes"],
  summary: [4, "text"],
  description: [5, "text"],
};
const typeAndConfig: Table = { type_name: [1, "text"], config: [2, dynamic] };

interface Method {
  readonly request: Table;
  /** Of a stream: each of its events. */
  readonly response: Table;
  readonly stream?: true;
}

export const methods = {
  GetMetadata: {
    request: {},
    response: {
      server_capabilities: [1, server],
      diagnostics: diagnostics(2),
      data_sources: [3, named, "many"],
      resources: [4, named, "many"],
      functions: [5, { name: [1, "text"] }, "many"],
      ephemeral_resources: [6, named, "many"],
      list_resources: [7, named, "many"],
      actions: [9, named, "many"],
    },
  },
  GetProviderSchema: {
    request: {},
    response: {
      provider: [1, schema],
      resource_schemas: byName(2, schema),
      data_source_schemas: byName(3, schema),
      diagnostics: diagnostics(4),
      provider_meta: [5, schema],
      server_capabilities: [6, server],
      functions: byName(7, functionOf),
      ephemeral_resource_schemas: byName(8, schema),
      list_resource_schemas: byName(9, schema),
      action_schemas: byName(11, { schema: [1, schema] }),
    },
  },
  GetResourceIdentitySchemas: {
    request: {},
    response: { identity_schemas: byName(1, identitySchema), diagnostics: diagnostics(2) },
  },
  ValidateProviderConfig: { request: { config: [1, dynamic] }, response: { diagnostics: diagnostics(2) } },
  ValidateResourceConfig: { request: typeAndConfig, response: { diagnostics: diagnostics(1) } },
  ValidateDataResourceConfig: { request: typeAndConfig, response: { diagnostics: diagnostics(1) } },
  ValidateEphemeralResourceConfig: { request: typeAndConfig, response: { diagnostics: diagnostics(1) } },
  UpgradeResourceState: {
    request: { type_name: [1, "text"], version: [2, "number"], raw_state: [3, raw] },
    response: { upgraded_state: [1, dynamic], diagnostics: diagnostics(2) },
  },
  UpgradeResourceIdentity: {
    request: { type_name: [1, "text"], version: [2, "number"], raw_identity: [3, raw] },
    response: { upgraded_identity: [1, identity], diagnostics: diagnostics(2) },
  },
  ConfigureProvider: {
    request: { terraform_version: [1, "text"], config: [2, dynamic] },
    response: { diagnostics: diagnostics(1) },
  },
  ReadResource: {
    request: {
      type_name: [1, "text"],
      current_state: [2, dynamic],
      private: [3, "bytes"],
      provider_meta: [4, dynamic],
      current_identity: [6, identity],
    },
    response: {
      new_state: [1, dynamic],
      diagnostics: diagnostics(2),
      private: [3, "bytes"],
      new_identity: [5, identity],
    },
  },
  PlanResourceChange: {
    request: {
      type_name: [1, "text"],
      prior_state: [2, dynamic],
      proposed_new_state: [3, dynamic],
      config: [4, dynamic],
      prior_private: [5, "bytes"],
      provider_meta: [6, dynamic],
      client_capabilities: [7, client],
      prior_identity: [8, identity],
      planned_private: [9, "bytes"],
    },
    response: {
      planned_state: [1, dynamic],
      requires_replace: [2, path, "many"],
      planned_private: [3, "bytes"],
      diagnostics: diagnostics(4),
      legacy_type_system: [5, "number"],
      planned_identity: [7, identity],
    },
  },
  ApplyResourceChange: {
    request: {
      type_name: [1, "text"],
      prior_state: [2, dynamic],
      planned_state: [3, dynamic],
      config: [4, dynamic],
      planned_private: [5, "bytes"],
      provider_meta: [6, dynamic],
      planned_identity: [7, identity],
    },
    response: {
      new_state: [1, dynamic],
      private: [2, "bytes"],
      diagnostics: diagnostics(3),
      legacy_type_system: [4, "number"],
      new_identity: [5, identity],
    },
  },
  ImportResourceState: {
    request: { type_name: [1, "text"], id: [2, "text"], identity: [4, identity] },
    response: {
      imported_resources: [
        1,
        { type_name: [1, "text"], state: [2, dynamic], private: [3, "bytes"], identity: [4, identity] },
        "many",
      ],
      diagnostics: diagnostics(2),
    },
  },
  MoveResourceState: {
    request: {
      source_provider_address: [1, "text"],
      source_type_name: [2, "text"],
      source_schema_version: [3, "number"],
      source_state: [4, raw],
      target_type_name: [5, "text"],
      source_private: [6, "bytes"],
      source_identity: [7, raw],
      source_identity_schema_version: [8, "number"],
    },
    response: {
      target_state: [1, dynamic],
      diagnostics: diagnostics(2),
      target_private: [3, "bytes"],
      target_identity: [4, identity],
    },
  },
  ReadDataSource: {
    request: {
      type_name: [1, "text"],
      config: [2, dynamic],
      provider_meta: [3, dynamic],
    },
    response: { state: [1, dynamic], diagnostics: diagnostics(2) },
  },
  OpenEphemeralResource: {
    request: typeAndConfig,
    response: {
      diagnostics: diagnostics(1),
      renew_at: [2, timestamp],
      result: [3, dynamic],
      private: [4, "bytes"],
    },
  },
  RenewEphemeralResource: {
    request: { type_name: [1, "text"], private: [2, "bytes"] },
    response: { diagnostics: diagnostics(1), renew_at: [2, timestamp], private: [3, "bytes"] },
  },
  CloseEphemeralResource: {
    request: { type_name: [1, "text"], private: [2, "bytes"] },
    response: { diagnostics: diagnostics(1) },
  },
  GetFunctions: { request: {}, response: { functions: byName(1, functionOf), diagnostics: diagnostics(2) } },
  CallFunction: {
    request: { name: [1, "text"], arguments: [2, dynamic, "many"] },
    response: { result: [1, dynamic], error: [2, { text: [1, "text"], function_argument: [2, "number"] }] },
  },
  ValidateListResourceConfig: {
    request: { ...typeAndConfig, include_resource_object: [3, dynamic], limit: [4, dynamic] },
    response: { diagnostics: diagnostics(1) },
  },
  ListResource: {
    request: { ...typeAndConfig, include_resource_object: [3, "number"], limit: [4, "number"] },
    response: {
      identity: [1, identity],
      display_name: [2, "text"],
      resource_object: [3, dynamic],
      diagnostic: diagnostics(4),
    },
    stream: true,
  },
  GenerateResourceConfig: {
    request: { type_name: [1, "text"], state: [2, dynamic] },
    response: { config: [1, dynamic], diagnostics: diagnostics(2) },
  },
  ValidateActionConfig: { request: typeAndConfig, response: { diagnostics: diagnostics(1) } },
  PlanAction: {
    request: { action_type: [1, "text"], config: [2, dynamic], client_capabilities: [3, client] },
    response: { diagnostics: diagnostics(1) },
  },
  InvokeAction: {
    request: { action_type: [1, "text"], config: [2, dynamic], client_capabilities: [3, client] },
    response: { progress: [1, { message: [1, "text"] }], completed: [2, { diagnostics: diagnostics(1) }] },
    stream: true,
  },
  StopProvider: { request: {}, response: { Error: [1, "text"] } },
} as const satisfies Readonly<Record<string, Method>>;

export type MethodName = keyof typeof methods;
export const methodNames = Object.keys(methods) as readonly MethodName[];

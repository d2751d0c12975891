import { bytes, int64, message, repeated, sub, text } from "./message";
import { attributePath, clientCapabilities, deferred, diagnostic, dynamicValue, rawState } from "./common";
import { identityData } from "./provider-messages";

/** Requests about a resource, in the order of its life. `private` is data of the provider that terraform only stores. */

export const validateResourceConfig = {
  request: message({
    type_name: text(1),
    config: sub(2, dynamicValue),
    client_capabilities: sub(3, clientCapabilities),
  }),
  response: message({ diagnostics: repeated(1, diagnostic) }),
};

export const upgradeResourceState = {
  request: message({ type_name: text(1), version: int64(2), raw_state: sub(3, rawState) }),
  response: message({ upgraded_state: sub(1, dynamicValue), diagnostics: repeated(2, diagnostic) }),
};

export const readResource = {
  request: message({
    type_name: text(1),
    current_state: sub(2, dynamicValue),
    private: bytes(3),
    client_capabilities: sub(5, clientCapabilities),
    current_identity: sub(6, identityData),
  }),
  response: message({
    new_state: sub(1, dynamicValue),
    diagnostics: repeated(2, diagnostic),
    private: bytes(3),
    deferred: sub(4, deferred),
    new_identity: sub(5, identityData),
  }),
};

export const planResourceChange = {
  request: message({
    type_name: text(1),
    prior_state: sub(2, dynamicValue),
    proposed_new_state: sub(3, dynamicValue),
    config: sub(4, dynamicValue),
    prior_private: bytes(5),
    client_capabilities: sub(7, clientCapabilities),
    prior_identity: sub(8, identityData),
  }),
  response: message({
    planned_state: sub(1, dynamicValue),
    requires_replace: repeated(2, attributePath),
    planned_private: bytes(3),
    diagnostics: repeated(4, diagnostic),
    deferred: sub(6, deferred),
    planned_identity: sub(7, identityData),
  }),
};

export const applyResourceChange = {
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
};

const importedResource = message({
  type_name: text(1),
  state: sub(2, dynamicValue),
  private: bytes(3),
  identity: sub(4, identityData),
});

export const importResourceState = {
  request: message({
    type_name: text(1),
    id: text(2),
    client_capabilities: sub(3, clientCapabilities),
    identity: sub(4, identityData),
  }),
  response: message({
    imported_resources: repeated(1, importedResource),
    diagnostics: repeated(2, diagnostic),
    deferred: sub(3, deferred),
  }),
};

export const moveResourceState = {
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
};

/** Requests about a data source. */

export const validateDataResourceConfig = {
  request: message({ type_name: text(1), config: sub(2, dynamicValue) }),
  response: message({ diagnostics: repeated(1, diagnostic) }),
};

export const readDataSource = {
  request: message({
    type_name: text(1),
    config: sub(2, dynamicValue),
    client_capabilities: sub(4, clientCapabilities),
  }),
  response: message({ state: sub(1, dynamicValue), diagnostics: repeated(2, diagnostic), deferred: sub(3, deferred) }),
};

/** Requests about an ephemeral resource, in the order of its life. Terraform from 1.10 on knows them. */

/** A point in time: whole seconds since 1970 in UTC, and nanoseconds after them. */
const timestamp = message({ seconds: int64(1), nanos: int64(2) });

export const validateEphemeralResourceConfig = {
  request: message({ type_name: text(1), config: sub(2, dynamicValue) }),
  response: message({ diagnostics: repeated(1, diagnostic) }),
};

/** `renew_at` asks terraform for a renewal before it; `private` is passed to the renewal and the closing. */
export const openEphemeralResource = {
  request: message({
    type_name: text(1),
    config: sub(2, dynamicValue),
    client_capabilities: sub(3, clientCapabilities),
  }),
  response: message({
    diagnostics: repeated(1, diagnostic),
    renew_at: sub(2, timestamp),
    result: sub(3, dynamicValue),
    private: bytes(4),
    deferred: sub(5, deferred),
  }),
};

export const renewEphemeralResource = {
  request: message({ type_name: text(1), private: bytes(2) }),
  response: message({ diagnostics: repeated(1, diagnostic), renew_at: sub(2, timestamp), private: bytes(3) }),
};

export const closeEphemeralResource = {
  request: message({ type_name: text(1), private: bytes(2) }),
  response: message({ diagnostics: repeated(1, diagnostic) }),
};

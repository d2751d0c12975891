import {
  bool,
  bytes,
  choice,
  message,
  presentInt64,
  presentText,
  type Received,
  repeated,
  type Sent,
  sub,
  text,
} from "./message";

/** Messages that several requests share, as tfplugin6 numbers their fields. */

/** A value in msgpack, or in JSON; the one that is not used is empty. */
export const dynamicValue = message({ msgpack: bytes(1), json: bytes(2) });
export type DynamicValue = Received<typeof dynamicValue>;

/** A step is an attribute's name, the key of a map, or the index of a list: exactly one of them. */
const step = message({
  attribute_name: presentText(1),
  element_key_string: presentText(2),
  element_key_int: presentInt64(3),
});

export const attributePath = message({ steps: repeated(1, step) });
export type AttributePath = Sent<typeof attributePath>;

export const diagnostic = message({
  severity: choice(1, ["INVALID", "ERROR", "WARNING"]),
  summary: text(2),
  detail: text(3),
  attribute: sub(4, attributePath),
});
export type Diagnostic = Sent<typeof diagnostic>;

/** A state as it lies in the state file. What terraform before 0.12 wrote there is not read. */
export const rawState = message({ json: bytes(1) });

export const serverCapabilities = message({
  plan_destroy: bool(1),
  get_provider_schema_optional: bool(2),
  move_resource_state: bool(3),
});

export const clientCapabilities = message({
  deferral_allowed: bool(1),
  write_only_attributes_allowed: bool(2),
});

/** Why a resource is left for a later apply. */
export const deferred = message({
  reason: choice(1, ["UNKNOWN", "RESOURCE_CONFIG_UNKNOWN", "PROVIDER_CONFIG_UNKNOWN", "ABSENT_PREREQ"]),
});

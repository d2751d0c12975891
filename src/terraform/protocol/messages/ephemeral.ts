import { repeated, sub } from "../field";
import { message } from "../message";
import { bytes, int64, text } from "../scalar";
import { clientCapabilities, deferred, diagnostic, dynamicValue } from "./common";

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

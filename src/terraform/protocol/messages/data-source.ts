import { repeated, sub } from "../field";
import { message } from "../message";
import { text } from "../scalar";
import { clientCapabilities, deferred, diagnostic, dynamicValue } from "./common";

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

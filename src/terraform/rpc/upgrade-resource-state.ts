import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf } from "./dynamic";
import { registered } from "./registered";
import { decodeRawState } from "./raw-state";

/** Terraform sends it for each instance, also when the schema version is current. */
export const upgradeResourceState =
  ({ resources }: Provider): Handler<"UpgradeResourceState"> =>
  ({ type_name: type, version, raw_state: raw }) =>
    answerOrDiagnostics(() => {
      const resource = registered(resources, type);
      const found = decodeRawState(resource, { type, version, json: raw?.json });
      if ("diagnostics" in found) return { diagnostics: diagnosticMessages(found.diagnostics) };
      return { upgraded_state: dynamicOf(resource.schema, found.state) };
    });

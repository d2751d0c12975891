import { error } from "../../diagnostics/diagnostic";
import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf } from "./dynamic";
import { registeredIdentity } from "./identity-data";
import { decodeRawState } from "./raw-state";

/** Terraform sends it for an identity of another schema version. */
export const upgradeResourceIdentity =
  (provider: Provider): Handler<"UpgradeResourceIdentity"> =>
  ({ type_name: type, version, raw_identity: raw }) =>
    answerOrDiagnostics(() => {
      const identity = registeredIdentity(provider, type);
      if (identity === undefined) return { diagnostics: diagnosticMessages([withoutIdentity(type)]) };
      const found = decodeRawState(identity, { type, version, json: raw?.json });
      if ("diagnostics" in found) return { diagnostics: diagnosticMessages(found.diagnostics) };
      return { upgraded_identity: { identity_data: dynamicOf(identity.schema, found.state) } };
    });

const withoutIdentity = (type: string) =>
  error("state-unreadable", `It holds an identity of a ${type}, which has none. Use a newer version of the provider.`);

import { error, hasErrors } from "../../diagnostics/diagnostic";
import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf, objectOf } from "./dynamic";
import { type ConnectionState, notConfigured } from "./connection-state";
import { identityData, registeredIdentity } from "./identity-data";
import { registered } from "./registered";

export const importResourceState =
  (provider: Provider, connection: ConnectionState): Handler<"ImportResourceState"> =>
  ({ type_name: name, id: given, identity: by }) =>
    answerOrDiagnostics(async () => {
      const type = registered(provider.resources, name);
      const { session } = connection;
      if (session === undefined) return { diagnostics: diagnosticMessages([notConfigured]) };
      const identity = registeredIdentity(provider, name);
      const wanted = identity === undefined ? null : objectOf(identity.schema, by?.identity_data);
      const id = wanted === null ? given : (identity?.importId(wanted) ?? given);
      const { state, diagnostics } = await type.importState(session, id);
      if (state === null)
        return {
          diagnostics: diagnosticMessages(hasErrors(diagnostics) ? diagnostics : [...diagnostics, nothing(name, id)]),
        };
      return {
        imported_resources: [
          {
            type_name: name,
            state: dynamicOf(type.schema, state),
            identity: identityData(identity, session, state),
          },
        ],
        diagnostics: diagnosticMessages(diagnostics),
      };
    });

const nothing = (type: string, id: string) =>
  error("import-empty", `There is no ${type} with the id ${JSON.stringify(id)}.`);

import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf, objectOf } from "./dynamic";
import type { ConnectionState } from "./connection-state";
import { identityData, registeredIdentity } from "./identity-data";
import { decodePrivateState, encodePrivateState } from "./private-state";
import { registered } from "./registered";

/** The state stays as it is while the provider's configuration is not known. */
export const readResource =
  (provider: Provider, connection: ConnectionState): Handler<"ReadResource"> =>
  (request) => {
    const same = {
      new_state: request.current_state,
      private: request.private,
      new_identity: request.current_identity,
    };
    return answerOrDiagnostics(async () => {
      const type = registered(provider.resources, request.type_name);
      const current = objectOf(type.schema, request.current_state);
      const { session } = connection;
      if (session === undefined || current === null) return same;
      session.ledger.walk.read();
      const before = decodePrivateState(request.private);
      const { state, diagnostics, privateState, refreshPrivate } = await type.read(session, current, before);
      const identity = registeredIdentity(provider, request.type_name);
      const isSame = privateState === undefined && refreshPrivate === undefined;
      return {
        new_state: dynamicOf(type.schema, state),
        private: isSame ? request.private : encodePrivateState({ ...refreshPrivate, ...privateState }),
        new_identity: identityData(identity, session, state, request.current_identity),
        diagnostics: diagnosticMessages(diagnostics),
      };
    }, same);
  };

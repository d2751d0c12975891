import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf, objectOf } from "./dynamic";
import type { ConnectionState } from "./connection-state";
import { encodePrivateState } from "./private-state";
import { registered } from "./registered";

/** The state stays as it is while the provider's configuration is not known. */
export const readResource =
  ({ resources }: Provider, connection: ConnectionState): Handler<"ReadResource"> =>
  (request) => {
    const same = { new_state: request.current_state, private: request.private };
    return answerOrDiagnostics(async () => {
      const type = registered(resources, request.type_name);
      const current = objectOf(type.schema, request.current_state);
      if (connection.session === undefined || current === null) return same;
      const { state, diagnostics, remembered } = await type.read(connection.session, current);
      return {
        new_state: dynamicOf(type.schema, state),
        private: remembered === undefined ? request.private : encodePrivateState(remembered),
        diagnostics: diagnosticMessages(diagnostics),
      };
    }, same);
  };

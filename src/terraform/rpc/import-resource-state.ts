import { error, hasErrors } from "../../diagnostics/diagnostic";
import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf } from "./dynamic";
import { type ConnectionState, notConfigured } from "./connection-state";
import { registered } from "./registered";

export const importResourceState =
  ({ resources }: Provider, connection: ConnectionState): Handler<"ImportResourceState"> =>
  ({ type_name: name, id }) =>
    answerOrDiagnostics(async () => {
      const type = registered(resources, name);
      if (connection.session === undefined) return { diagnostics: diagnosticMessages([notConfigured]) };
      const { state, diagnostics } = await type.importState(connection.session, id);
      if (state === null)
        return {
          diagnostics: diagnosticMessages(hasErrors(diagnostics) ? diagnostics : [...diagnostics, nothing(name, id)]),
        };
      return {
        imported_resources: [{ type_name: name, state: dynamicOf(type.schema, state) }],
        diagnostics: diagnosticMessages(diagnostics),
      };
    });

const nothing = (type: string, id: string) =>
  error("import-empty", `There is no ${type} with the id ${JSON.stringify(id)}.`);

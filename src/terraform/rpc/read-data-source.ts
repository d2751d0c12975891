import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf, presentObjectOf } from "./dynamic";
import { type ConnectionState, notConfigured } from "./connection-state";
import { registered } from "./registered";

/** Terraform sends it when the whole configuration is known. */
export const readDataSource =
  ({ dataSources }: Provider, connection: ConnectionState): Handler<"ReadDataSource"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(async () => {
      const type = registered(dataSources, name);
      if (connection.session === undefined) return { diagnostics: diagnosticMessages([notConfigured]) };
      const { state, diagnostics } = await type.read(connection.session, presentObjectOf(type.schema, config));
      return { state: dynamicOf(type.schema, state), diagnostics: diagnosticMessages(diagnostics) };
    });

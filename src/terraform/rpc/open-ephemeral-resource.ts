import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf, presentObjectOf } from "./dynamic";
import { type ConnectionState, notConfigured } from "./connection-state";
import { registered } from "./registered";

/** Terraform sends it in each process that needs the result, when the whole configuration is known. */
export const openEphemeralResource =
  ({ ephemeralResources }: Provider, connection: ConnectionState): Handler<"OpenEphemeralResource"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(async () => {
      const type = registered(ephemeralResources, name);
      if (connection.session === undefined) return { diagnostics: diagnosticMessages([notConfigured]) };
      const result = await type.open(connection.session, presentObjectOf(type.schema, config));
      return { result: dynamicOf(type.schema, result) };
    });

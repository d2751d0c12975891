import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { answerOrDiagnostics, type ConnectionState, configuredSession, diagnosticMessages, registered } from "./answer";
import { dynamicOf, presentObjectOf } from "./objects";

/** Requests about data sources and ephemeral resources. Terraform sends them when the whole configuration is known. */

export const readDataSource =
  ({ dataSources }: Provider, connection: ConnectionState): Handler<"ReadDataSource"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(async () => {
      const type = registered(dataSources, name);
      const { state, diagnostics } = await type.read(
        configuredSession(connection),
        presentObjectOf(type.schema, config),
      );
      return { state: dynamicOf(type.schema, state), diagnostics: diagnosticMessages(diagnostics) };
    });

/** Terraform sends it in each process that needs the result. */
export const openEphemeralResource =
  ({ ephemeralResources }: Provider, connection: ConnectionState): Handler<"OpenEphemeralResource"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(async () => {
      const type = registered(ephemeralResources, name);
      const result = await type.open(configuredSession(connection), presentObjectOf(type.schema, config));
      return { result: dynamicOf(type.schema, result) };
    });

/** Renews or closes an ephemeral resource: nothing is held open in the service. */
export const keepEphemeralResource =
  ({ ephemeralResources }: Provider): Handler<"RenewEphemeralResource"> & Handler<"CloseEphemeralResource"> =>
  ({ type_name: name }) =>
    answerOrDiagnostics(() => {
      registered(ephemeralResources, name);
      return {};
    });

import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { answerOrDiagnostics, type ConnectionState, diagnosticMessages, notConfigured, registered } from "./answer";
import { dynamicOf, presentObjectOf } from "./objects";

export const validateDataResourceConfig =
  ({ dataSources }: Provider): Handler<"ValidateDataResourceConfig"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(() => {
      const type = registered(dataSources, name);
      return { diagnostics: diagnosticMessages(type.validate(presentObjectOf(type.schema, config))) };
    });

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

export const validateEphemeralResourceConfig =
  ({ ephemeralResources }: Provider): Handler<"ValidateEphemeralResourceConfig"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(() => {
      const type = registered(ephemeralResources, name);
      return { diagnostics: diagnosticMessages(type.validate(presentObjectOf(type.schema, config))) };
    });

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

/** Nothing is held open in the service, so there is nothing to renew or to close. */

export const renewEphemeralResource =
  ({ ephemeralResources }: Provider): Handler<"RenewEphemeralResource"> =>
  ({ type_name: name }) =>
    answerOrDiagnostics(() => {
      registered(ephemeralResources, name);
      return {};
    });

export const closeEphemeralResource =
  ({ ephemeralResources }: Provider): Handler<"CloseEphemeralResource"> =>
  ({ type_name: name }) =>
    answerOrDiagnostics(() => {
      registered(ephemeralResources, name);
      return {};
    });

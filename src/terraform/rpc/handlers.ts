import { messageOf } from "../../diagnostics/error";
import { diagnosticsOfError } from "../common-diagnostics";
import { ArgumentError } from "../functions";
import type { AllHandlers } from "../protocol/streams";
import type { Provider } from "../provider-types";
import { decodeValue, encodeValue } from "../values/codec";
import { answerOrDiagnostics, configuredSession, ConnectionState, diagnosticMessages, registered } from "./answer";
import { describing } from "./describe-provider";
import { dynamicOf, presentObjectOf } from "./objects";
import { querying } from "./query";
import { keepingResources, validateConfig } from "./resource";
import { changingResources } from "./resource-change";

/** The handlers of all RPCs for one connection. Defects are thrown to the caller. */
export function handlersOf(provider: Provider): AllHandlers {
  const connection = new ConnectionState();
  const { resources, dataSources, ephemeralResources, actions } = provider;
  return {
    ...describing(provider),
    ...configuring(provider, connection),
    ...keepingResources(provider, connection),
    ...changingResources(provider, connection),
    ...querying(provider, connection),
    ...invoking(provider, connection),
    ValidateResourceConfig: validateConfig(resources, connection),
    ValidateDataResourceConfig: validateConfig(dataSources, connection),
    ValidateEphemeralResourceConfig: validateConfig(ephemeralResources, connection),
    ValidateActionConfig: validateConfig(actions, connection),

    ReadDataSource: ({ type_name: name, config }) =>
      answerOrDiagnostics(async () => {
        const type = registered(dataSources, name);
        const read = await type.read(configuredSession(connection), presentObjectOf(type.schema, config));
        return { state: dynamicOf(type.schema, read.state), diagnostics: diagnosticMessages(read.diagnostics) };
      }),

    // terraform sends it in each process that needs the result
    OpenEphemeralResource: ({ type_name: name, config }) =>
      answerOrDiagnostics(async () => {
        const type = registered(ephemeralResources, name);
        const result = await type.open(configuredSession(connection), presentObjectOf(type.schema, config));
        return { result: dynamicOf(type.schema, result) };
      }),
    RenewEphemeralResource: keepEphemeralResource(provider),
    CloseEphemeralResource: keepEphemeralResource(provider),
  };
}

/** Renews or closes an ephemeral resource: nothing is held open in the service. */
const keepEphemeralResource =
  ({ ephemeralResources }: Provider) =>
  ({ type_name: name }: { readonly type_name: string }) =>
    answerOrDiagnostics(() => {
      registered(ephemeralResources, name);
      return {};
    });

const configuring = (provider: Provider, connection: ConnectionState) =>
  ({
    ValidateProviderConfig: ({ config }) =>
      answerOrDiagnostics(() => ({
        diagnostics: diagnosticMessages(provider.validate(presentObjectOf(provider.block, config))),
      })),

    ConfigureProvider: ({ config }) =>
      answerOrDiagnostics(async () => {
        const before = connection.session;
        connection.session = undefined;
        connection.stop = new AbortController(); // a process under a debugger outlives a command that was stopped
        await before?.close();
        connection.session = await provider.configure(presentObjectOf(provider.block, config), connection.stop.signal);
        return {};
      }),

    /** Starts no further request and cancels those that wait. */
    async StopProvider() {
      connection.stop.abort();
      try {
        await connection.session?.close();
        return {};
      } catch (thrown) {
        return { Error: messageOf(thrown) };
      }
    },
  }) satisfies AllHandlers;

const invoking = ({ functions, actions }: Provider, connection: ConnectionState) =>
  ({
    /** Terraform calls functions of an unconfigured provider, and never with unknown or null arguments. */
    CallFunction({ name, arguments: given }) {
      try {
        const called = registered(functions, name);
        const values = called.parameters.map(({ type }, at) => decodeValue(type, given[at]?.msgpack ?? nothing));
        return Promise.resolve({ result: { msgpack: encodeValue(called.returns, called.call(...values)) } });
      } catch (thrown) {
        const at = thrown instanceof ArgumentError ? { function_argument: thrown.at } : {};
        return Promise.resolve({ error: { text: messageOf(thrown), ...at } });
      }
    },

    /** What is wrong with the configuration of an action. Nothing of a plan reaches the invocation. */
    PlanAction: ({ action_type: name, config }) =>
      answerOrDiagnostics(() => {
        const type = registered(actions, name);
        return { diagnostics: diagnosticMessages(type.validate(presentObjectOf(type.schema, config))) };
      }),

    /** @yields progress messages, and at the end that it is over */
    async *InvokeAction({ action_type: name, config }) {
      try {
        const type = registered(actions, name);
        const said = type.invoke(configuredSession(connection), presentObjectOf(type.schema, config));
        let next = await said.next();
        for (; next.done !== true; next = await said.next()) yield { progress: { message: next.value } };
        yield { completed: { diagnostics: diagnosticMessages(next.value) } };
      } catch (thrown) {
        yield { completed: { diagnostics: diagnosticMessages(diagnosticsOfError(thrown)) } };
      }
    },
  }) satisfies AllHandlers;

const nothing = new Uint8Array();

import { messageOf } from "../../diagnostics/error";
import { diagnosticsOfError } from "../common-diagnostics";
import { ArgumentError } from "../functions";
import type { Handler } from "../protocol/service";
import type { AllHandlers, StreamHandler } from "../protocol/streams";
import type { Provider } from "../provider-types";
import { decodeValue, encodeValue } from "../values/codec";
import { answerOrDiagnostics, configuredSession, ConnectionState, diagnosticMessages, registered } from "./answer";
import { getFunctions, getMetadata, getProviderSchema, getResourceIdentitySchemas } from "./describe-provider";
import { dynamicOf, presentObjectOf } from "./objects";
import { generateResourceConfig, listResource, validateListResourceConfig } from "./query";
import {
  importResourceState,
  moveResourceState,
  readResource,
  upgradeResourceIdentity,
  upgradeResourceState,
  validateConfig,
} from "./resource";
import { applyResourceChange, planResourceChange } from "./resource-change";

/** The handlers of all RPCs for one connection. Defects are thrown to the caller. */
export function handlersOf(provider: Provider): AllHandlers {
  const connection = new ConnectionState();
  return {
    GetMetadata: getMetadata(provider),
    GetProviderSchema: getProviderSchema(provider),
    GetResourceIdentitySchemas: getResourceIdentitySchemas(provider),
    ValidateProviderConfig: validateProviderConfig(provider),
    ValidateResourceConfig: validateConfig(provider.resources, connection),
    ValidateDataResourceConfig: validateConfig(provider.dataSources, connection),
    UpgradeResourceState: upgradeResourceState(provider),
    UpgradeResourceIdentity: upgradeResourceIdentity(provider),
    ConfigureProvider: configureProvider(provider, connection),
    ReadResource: readResource(provider, connection),
    PlanResourceChange: planResourceChange(provider, connection),
    ApplyResourceChange: applyResourceChange(provider, connection),
    ImportResourceState: importResourceState(provider, connection),
    MoveResourceState: moveResourceState(provider),
    ReadDataSource: readDataSource(provider, connection),
    ValidateEphemeralResourceConfig: validateConfig(provider.ephemeralResources, connection),
    OpenEphemeralResource: openEphemeralResource(provider, connection),
    RenewEphemeralResource: keepEphemeralResource(provider),
    CloseEphemeralResource: keepEphemeralResource(provider),
    GetFunctions: getFunctions(provider),
    CallFunction: callFunction(provider),
    ValidateListResourceConfig: validateListResourceConfig(provider),
    ListResource: listResource(provider, connection),
    GenerateResourceConfig: generateResourceConfig(provider),
    ValidateActionConfig: validateConfig(provider.actions, connection),
    PlanAction: planAction(provider),
    InvokeAction: invokeAction(provider, connection),
    StopProvider: stopProvider(connection),
  };
}

const validateProviderConfig =
  (provider: Provider): Handler<"ValidateProviderConfig"> =>
  ({ config }) =>
    answerOrDiagnostics(() => ({
      diagnostics: diagnosticMessages(provider.validate(presentObjectOf(provider.block, config))),
    }));

const configureProvider =
  (provider: Provider, connection: ConnectionState): Handler<"ConfigureProvider"> =>
  ({ config }) =>
    answerOrDiagnostics(async () => {
      const before = connection.session;
      connection.session = undefined;
      connection.stop = new AbortController(); // a process under a debugger outlives a command that was stopped
      await before?.close();
      connection.session = await provider.configure(presentObjectOf(provider.block, config), connection.stop.signal);
      return {};
    });

/** Starts no further request and cancels those that wait. */
const stopProvider =
  (connection: ConnectionState): Handler<"StopProvider"> =>
  async () => {
    connection.stop.abort();
    try {
      await connection.session?.close();
      return {};
    } catch (thrown) {
      return { Error: messageOf(thrown) };
    }
  };

/** Terraform calls functions of an unconfigured provider, and never with unknown or null arguments. */
const callFunction =
  ({ functions }: Provider): Handler<"CallFunction"> =>
  ({ name, arguments: given }) => {
    try {
      const called = registered(functions, name);
      const values = called.parameters.map(({ type }, at) => decodeValue(type, given[at]?.msgpack ?? nothing));
      return Promise.resolve({ result: { msgpack: encodeValue(called.returns, called.call(...values)) } });
    } catch (thrown) {
      const at = thrown instanceof ArgumentError ? { function_argument: thrown.at } : {};
      return Promise.resolve({ error: { text: messageOf(thrown), ...at } });
    }
  };

const nothing = new Uint8Array();

const readDataSource =
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
const openEphemeralResource =
  ({ ephemeralResources }: Provider, connection: ConnectionState): Handler<"OpenEphemeralResource"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(async () => {
      const type = registered(ephemeralResources, name);
      const result = await type.open(configuredSession(connection), presentObjectOf(type.schema, config));
      return { result: dynamicOf(type.schema, result) };
    });

/** Renews or closes an ephemeral resource: nothing is held open in the service. */
const keepEphemeralResource =
  ({ ephemeralResources }: Provider): Handler<"RenewEphemeralResource"> & Handler<"CloseEphemeralResource"> =>
  ({ type_name: name }) =>
    answerOrDiagnostics(() => {
      registered(ephemeralResources, name);
      return {};
    });

/** Plans an action: what is wrong with its configuration. Nothing of a plan reaches the invocation. */
export const planAction =
  ({ actions }: Provider): Handler<"PlanAction"> =>
  ({ action_type: name, config }) =>
    answerOrDiagnostics(() => {
      const type = registered(actions, name);
      return { diagnostics: diagnosticMessages(type.validate(presentObjectOf(type.schema, config))) };
    });

/** @yields progress messages, and at the end that it is over */
export const invokeAction = ({ actions }: Provider, connection: ConnectionState): StreamHandler<"InvokeAction"> =>
  async function* ({ action_type: name, config }) {
    try {
      const type = registered(actions, name);
      const said = type.invoke(configuredSession(connection), presentObjectOf(type.schema, config));
      let next = await said.next();
      for (; next.done !== true; next = await said.next()) yield { progress: { message: next.value } };
      yield { completed: { diagnostics: diagnosticMessages(next.value) } };
    } catch (thrown) {
      yield { completed: { diagnostics: diagnosticMessages(diagnosticsOfError(thrown)) } };
    }
  };

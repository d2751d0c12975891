import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { answerOrDiagnostics, type ConnectionState, diagnosticMessages, registered } from "./answer";
import { presentObjectOf } from "./objects";
import { messageOf } from "../../diagnostics/error";
import { ArgumentError } from "../functions";
import { decodeValue, encodeValue } from "../values/codec";

export const validateProviderConfig =
  (provider: Provider): Handler<"ValidateProviderConfig"> =>
  ({ config }) =>
    answerOrDiagnostics(() => ({
      diagnostics: diagnosticMessages(provider.validate(presentObjectOf(provider.block, config))),
    }));

export const configureProvider =
  (provider: Provider, connection: ConnectionState): Handler<"ConfigureProvider"> =>
  ({ config }) =>
    answerOrDiagnostics(async () => {
      const before = connection.session;
      connection.session = undefined;
      connection.stop = new AbortController(); // a process under a debugger outlives a command that was stopped
      await before?.close();
      const { session, diagnostics } = await provider.configure(
        presentObjectOf(provider.block, config),
        connection.stop.signal,
      );
      connection.session = session;
      return { diagnostics: diagnosticMessages(diagnostics) };
    });

/** Starts no further request and cancels those that wait. */
export const stopProvider =
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
export const callFunction =
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

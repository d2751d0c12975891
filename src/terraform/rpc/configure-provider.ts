import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { presentObjectOf } from "./dynamic";
import type { ConnectionState } from "./connection-state";

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

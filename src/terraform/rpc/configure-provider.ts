import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { presentObjectOf } from "./dynamic";
import type { Held } from "./provider-state";

export const configureProvider =
  (provider: Provider, held: Held): Handler<"ConfigureProvider"> =>
  ({ config }) =>
    answerOrDiagnostics(async () => {
      const before = held.session;
      held.session = undefined;
      held.stop = new AbortController(); // a process under a debugger outlives a command that was stopped
      await before?.close();
      const { session, diagnostics } = await provider.configure(
        presentObjectOf(provider.block, config),
        held.stop.signal,
      );
      held.session = session;
      return { diagnostics: diagnosticMessages(diagnostics) };
    });

import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticsOf, orSaid } from "./diagnostics";
import { presentObjectOf } from "./dynamic";
import type { Held } from "./provider-state";

export const configureProvider =
  (provider: Provider, held: Held): Handler<"ConfigureProvider"> =>
  ({ config }) =>
    orSaid(async () => {
      const before = held.session;
      held.session = undefined;
      held.stop = new AbortController(); // a process under a debugger outlives a command that was stopped
      await before?.close();
      const { session, said } = await provider.configure(presentObjectOf(provider.block, config), held.stop.signal);
      held.session = session;
      return { diagnostics: diagnosticsOf(said) };
    });

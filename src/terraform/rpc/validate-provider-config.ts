import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { presentObjectOf } from "./dynamic";

export const validateProviderConfig =
  (provider: Provider): Handler<"ValidateProviderConfig"> =>
  ({ config }) =>
    answerOrDiagnostics(() => ({
      diagnostics: diagnosticMessages(provider.validate(presentObjectOf(provider.block, config))),
    }));

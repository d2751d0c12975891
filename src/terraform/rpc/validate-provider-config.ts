import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticsOf, orSaid } from "./diagnostics";
import { presentObjectOf } from "./dynamic";

export const validateProviderConfig =
  (provider: Provider): Handler<"ValidateProviderConfig"> =>
  ({ config }) =>
    orSaid(() => ({ diagnostics: diagnosticsOf(provider.validate(presentObjectOf(provider.block, config))) }));

import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { presentObjectOf } from "./dynamic";
import { named } from "./named";

export const validateResourceConfig =
  ({ resources }: Provider): Handler<"ValidateResourceConfig"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(() => {
      const type = named(resources, name);
      return { diagnostics: diagnosticMessages(type.validate(presentObjectOf(type.schema, config))) };
    });

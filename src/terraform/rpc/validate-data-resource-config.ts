import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { presentObjectOf } from "./dynamic";
import { named } from "./named";

export const validateDataResourceConfig =
  ({ dataSources }: Provider): Handler<"ValidateDataResourceConfig"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(() => {
      const type = named(dataSources, name);
      return { diagnostics: diagnosticMessages(type.validate(presentObjectOf(type.schema, config))) };
    });

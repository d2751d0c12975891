import { error, hasErrors } from "../../diagnostics/diagnostic";
import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf } from "./dynamic";
import { type Held, notConfigured } from "./provider-state";
import { named } from "./named";

export const importResourceState =
  ({ resources }: Provider, held: Held): Handler<"ImportResourceState"> =>
  ({ type_name: name, id }) =>
    answerOrDiagnostics(async () => {
      const type = named(resources, name);
      if (held.session === undefined) return { diagnostics: diagnosticMessages([notConfigured]) };
      const { state, diagnostics } = await type.importState(held.session, id);
      if (state === null)
        return {
          diagnostics: diagnosticMessages(hasErrors(diagnostics) ? diagnostics : [...diagnostics, nothing(name, id)]),
        };
      return {
        imported_resources: [{ type_name: name, state: dynamicOf(type.schema, state) }],
        diagnostics: diagnosticMessages(diagnostics),
      };
    });

const nothing = (type: string, id: string) =>
  error("import-empty", `There is no ${type} with the id ${JSON.stringify(id)}.`);

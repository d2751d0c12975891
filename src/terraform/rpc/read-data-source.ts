import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf, presentObjectOf } from "./dynamic";
import { type Held, notConfigured } from "./provider-state";
import { named } from "./named";

/** Terraform asks once all of the configuration is known. */
export const readDataSource =
  ({ dataSources }: Provider, held: Held): Handler<"ReadDataSource"> =>
  ({ type_name: name, config }) =>
    answerOrDiagnostics(async () => {
      const type = named(dataSources, name);
      if (held.session === undefined) return { diagnostics: diagnosticMessages([notConfigured]) };
      const { state, diagnostics } = await type.read(held.session, presentObjectOf(type.schema, config));
      return { state: dynamicOf(type.schema, state), diagnostics: diagnosticMessages(diagnostics) };
    });

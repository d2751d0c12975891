import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { failed, hasFailed } from "../said";
import { diagnosticsOf, orSaid } from "./diagnostics";
import { dynamicOf } from "./dynamic";
import { type Held, notConfigured } from "./provider-state";
import { named } from "./named";

export const importResourceState =
  ({ resources }: Provider, held: Held): Handler<"ImportResourceState"> =>
  ({ type_name: name, id }) =>
    orSaid(async () => {
      const type = named(resources, name);
      if (held.session === undefined) return { diagnostics: diagnosticsOf([notConfigured]) };
      const { state, said } = await type.importState(held.session, id);
      if (state === null) return { diagnostics: diagnosticsOf(hasFailed(said) ? said : [...said, nothing(name, id)]) };
      return {
        imported_resources: [{ type_name: name, state: dynamicOf(type.schema, state) }],
        diagnostics: diagnosticsOf(said),
      };
    });

const nothing = (type: string, id: string) =>
  failed("There is nothing to import", `There is no ${type} with the id ${JSON.stringify(id)}.`);

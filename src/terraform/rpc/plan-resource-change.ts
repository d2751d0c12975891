import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticsOf, orSaid } from "./diagnostics";
import { dynamicOf, objectOf, presentObjectOf } from "./dynamic";
import type { Held } from "./held";
import { named } from "./named";
import { notesBytes } from "./notes";

export const planResourceChange =
  ({ resources }: Provider, held: Held): Handler<"PlanResourceChange"> =>
  (request) =>
    orSaid(
      async () => {
        const type = named(resources, request.type_name);
        const { schema } = type;
        const prior = objectOf(schema, request.prior_state);
        const proposed = objectOf(schema, request.proposed_new_state);
        if (proposed === null) {
          const said = prior === null ? [] : await type.planDestroy(held.session, prior);
          return { planned_state: dynamicOf(schema, null), diagnostics: diagnosticsOf(said) };
        }
        const config = presentObjectOf(schema, request.config);
        const {
          planned,
          replacedBy = [],
          notes,
          said,
        } = await type.plan({ session: held.session, prior, config, proposed });
        return {
          planned_state: dynamicOf(schema, planned),
          requires_replace: replacedBy.map((name) => ({ steps: [{ attribute_name: name }] })),
          planned_private: notesBytes(notes),
          diagnostics: diagnosticsOf(said),
        };
      },
      { planned_state: request.proposed_new_state },
    );

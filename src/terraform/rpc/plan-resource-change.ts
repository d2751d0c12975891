import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticsOf, orSaid } from "./diagnostics";
import { dynamicOf, isNull, isSame, objectOf, presentObjectOf } from "./dynamic";
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
        if (type.steady === true && isSame(request.prior_state, request.proposed_new_state))
          return { planned_state: request.proposed_new_state };
        const prior = objectOf(schema, request.prior_state);
        if (isNull(request.proposed_new_state)) {
          const said = prior === null ? [] : await type.planDestroy(held.session, prior);
          return { planned_state: dynamicOf(schema, null), diagnostics: diagnosticsOf(said) };
        }
        const config = presentObjectOf(schema, request.config);
        const {
          planned,
          replacedBy = [],
          notes,
          said,
        } = await type.plan({
          session: held.session,
          prior,
          config,
          // which most do not need
          get proposed() {
            return presentObjectOf(schema, request.proposed_new_state);
          },
        });
        return {
          planned_state: dynamicOf(schema, planned),
          requires_replace: replacedBy.map((name) => ({ steps: [{ attribute_name: name }] })),
          planned_private: notesBytes(notes),
          diagnostics: diagnosticsOf(said),
        };
      },
      { planned_state: request.proposed_new_state },
    );

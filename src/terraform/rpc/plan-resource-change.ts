import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticsOf, orSaid } from "./diagnostics";
import { dynamicOf, isNull, isSame, objectOf, presentObjectOf } from "./dynamic";
import type { Held } from "./held";
import { named } from "./named";
import { notesBytes, notesOf } from "./notes";

/** Terraform gives what a plan remembers to the second plan of what is to be replaced, and to nobody else. */
const mark = { planned: "with its prior state" };
const hadPrior = notesBytes(mark);
const isMarked = (remembered: Uint8Array): boolean => notesOf(remembered)["planned"] !== undefined;

export const planResourceChange =
  ({ resources }: Provider, held: Held): Handler<"PlanResourceChange"> =>
  (request) =>
    orSaid(
      async () => {
        const type = named(resources, request.type_name);
        const { schema } = type;
        const prior = objectOf(schema, request.prior_state);
        if (type.unchanged !== undefined && prior !== null && isSame(request.prior_state, request.proposed_new_state)) {
          const said = held.session === undefined ? [] : type.unchanged(held.session, prior);
          return {
            planned_state: request.proposed_new_state,
            planned_private: hadPrior,
            diagnostics: diagnosticsOf(said),
          };
        }
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
          replaces: prior === null && isMarked(request.prior_private),
          // which most do not need
          get proposed() {
            return presentObjectOf(schema, request.proposed_new_state);
          },
        });
        return {
          planned_state: dynamicOf(schema, planned),
          requires_replace: replacedBy.map((name) => ({ steps: [{ attribute_name: name }] })),
          planned_private: prior === null ? notesBytes(notes) : notesBytes({ ...notes, ...mark }),
          diagnostics: diagnosticsOf(said),
        };
      },
      { planned_state: request.proposed_new_state },
    );

import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf, isNull, isSame, objectOf, presentObjectOf } from "./dynamic";
import type { Held } from "./provider-state";
import { named } from "./named";
import type { Notes } from "../resource";
import { destruction, notesBytes, notesOf } from "./private-state";

/** Terraform gives what a plan remembers to the second plan of what is to be replaced, and to nobody else. */
const mark = { planned: "with its prior state" };

function ofThePrior(remembered: Uint8Array): Notes | undefined {
  const notes = notesOf(remembered);
  return notes["planned"] === undefined ? undefined : notes;
}

export const planResourceChange =
  ({ resources }: Provider, held: Held): Handler<"PlanResourceChange"> =>
  (request) =>
    answerOrDiagnostics(
      async () => {
        const type = named(resources, request.type_name);
        const { schema } = type;
        const prior = objectOf(schema, request.prior_state);
        if (type.unchanged !== undefined && prior !== null && isSame(request.prior_state, request.proposed_new_state)) {
          const asked = held.session === undefined ? undefined : type.unchanged(held.session, prior);
          return {
            planned_state: request.proposed_new_state,
            planned_private: notesBytes({ ...asked?.notes, ...mark }),
            diagnostics: diagnosticMessages(asked?.diagnostics ?? []),
          };
        }
        if (isNull(request.proposed_new_state)) {
          const diagnostics = prior === null ? [] : await type.planDestroy(held.session, prior);
          return {
            planned_state: dynamicOf(schema, null),
            planned_private: notesBytes(destruction),
            diagnostics: diagnosticMessages(diagnostics),
          };
        }
        const config = presentObjectOf(schema, request.config);
        const {
          planned,
          replacedBy = [],
          notes,
          diagnostics,
        } = await type.plan({
          session: held.session,
          prior,
          config,
          before: prior === null ? ofThePrior(request.prior_private) : undefined,
          // which most do not need
          get proposed() {
            return presentObjectOf(schema, request.proposed_new_state);
          },
        });
        return {
          planned_state: dynamicOf(schema, planned),
          requires_replace: replacedBy.map((name) => ({ steps: [{ attribute_name: name }] })),
          planned_private: prior === null ? notesBytes(notes) : notesBytes({ ...notes, ...mark }),
          diagnostics: diagnosticMessages(diagnostics),
        };
      },
      { planned_state: request.proposed_new_state },
    );

import type { Handler } from "../protocol/service";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf, isNull, isSame, objectOf, presentObjectOf } from "./dynamic";
import type { ConnectionState } from "./connection-state";
import { registered } from "./registered";
import type { PrivateState } from "../resource";
import { destruction, encodePrivateState, decodePrivateState } from "./private-state";

/** Marks the private state of a plan with a prior state: Terraform passes it only to the second plan of a replacement. */
const mark = { planned: "with its prior state" };

function ofThePrior(remembered: Uint8Array): PrivateState | undefined {
  const privateState = decodePrivateState(remembered);
  return privateState["planned"] === undefined ? undefined : privateState;
}

export const planResourceChange =
  ({ resources }: Provider, connection: ConnectionState): Handler<"PlanResourceChange"> =>
  (request) =>
    answerOrDiagnostics(
      async () => {
        const type = registered(resources, request.type_name);
        const { schema } = type;
        const prior = objectOf(schema, request.prior_state);
        if (
          type.unchanged !== undefined &&
          prior !== null &&
          isSame(request.prior_state, request.proposed_new_state) &&
          type.mayFallBack?.(prior) !== true
        ) {
          const asked = connection.session === undefined ? undefined : type.unchanged(connection.session, prior);
          return {
            planned_state: request.proposed_new_state,
            planned_private: encodePrivateState({ ...asked?.privateState, ...mark }),
            diagnostics: diagnosticMessages(asked?.diagnostics ?? []),
          };
        }
        if (isNull(request.proposed_new_state)) {
          const diagnostics = prior === null ? [] : await type.planDestroy(connection.session, prior);
          return {
            planned_state: dynamicOf(schema, null),
            planned_private: encodePrivateState(destruction),
            diagnostics: diagnosticMessages(diagnostics),
          };
        }
        const config = presentObjectOf(schema, request.config);
        const {
          planned,
          requiresReplace = [],
          privateState,
          diagnostics,
        } = await type.plan({
          session: connection.session,
          prior,
          config,
          remembered: prior === null ? {} : decodePrivateState(request.prior_private),
          replacedPrivate: prior === null ? ofThePrior(request.prior_private) : undefined,
          // which most do not need
          get proposed() {
            return presentObjectOf(schema, request.proposed_new_state);
          },
        });
        return {
          planned_state: dynamicOf(schema, planned),
          requires_replace: requiresReplace.map((name) => ({ steps: [{ attribute_name: name }] })),
          planned_private:
            prior === null ? encodePrivateState(privateState) : encodePrivateState({ ...privateState, ...mark }),
          diagnostics: diagnosticMessages(diagnostics),
        };
      },
      { planned_state: request.proposed_new_state },
    );

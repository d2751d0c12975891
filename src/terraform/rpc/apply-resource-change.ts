import { hasErrors } from "../../diagnostics/diagnostic";
import type { Handler, Request, Response } from "../protocol/service";
import type { Session } from "../account/session";
import type { Provider } from "../provider";
import type { ResourceType } from "../resource";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf, objectOf, presentObjectOf } from "./dynamic";
import { type ConnectionState, notConfigured } from "./connection-state";
import { registered } from "./registered";
import { isOfDestruction, decodePrivateState } from "./private-state";

type Asked = Request<"ApplyResourceChange">;
type Answer = Response<"ApplyResourceChange">;

/** After a thrown error the state is unchanged. A resource that was applied in part answers with its state. */
export const applyResourceChange =
  ({ resources }: Provider, connection: ConnectionState): Handler<"ApplyResourceChange"> =>
  (request) => {
    const unchanged = { new_state: request.prior_state };
    const { session } = connection;
    if (session === undefined)
      return Promise.resolve({ ...unchanged, diagnostics: diagnosticMessages([notConfigured]) });
    return answerOrDiagnostics(() => apply(registered(resources, request.type_name), session, request), unchanged);
  };

async function apply(type: ResourceType, session: Session, request: Asked): Promise<Answer> {
  const { schema } = type;
  const prior = objectOf(schema, request.prior_state);
  const planned = objectOf(schema, request.planned_state);
  const privateState = decodePrivateState(request.planned_private);
  if (planned === null) {
    const diagnostics =
      prior === null ? [] : await type.destroy(session, prior, { privateState, shown: isOfDestruction(privateState) });
    return {
      new_state: dynamicOf(schema, hasErrors(diagnostics) ? prior : null),
      diagnostics: diagnosticMessages(diagnostics),
    };
  }
  const config = presentObjectOf(schema, request.config);
  const { state, diagnostics } = await type.apply({ session, prior, planned, config, privateState });
  return { new_state: dynamicOf(schema, state), diagnostics: diagnosticMessages(diagnostics) };
}

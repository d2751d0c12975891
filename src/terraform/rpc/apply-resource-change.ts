import { hasErrors } from "../../diagnostics/diagnostic";
import type { Handler, Request, Response } from "../protocol/service";
import type { Session } from "../account/session";
import type { Provider } from "../provider";
import { diagnosticMessages, answerOrDiagnostics } from "./diagnostics";
import { dynamicOf, objectOf, presentObjectOf } from "./dynamic";
import { type ConnectionState, notConfigured } from "./connection-state";
import { identityData, registeredIdentity } from "./identity-data";
import { registered } from "./registered";
import { isOfDestruction, decodePrivateState, encodePrivateState } from "./private-state";

type Asked = Request<"ApplyResourceChange">;
type Answer = Response<"ApplyResourceChange">;

/** After a thrown error the state is unchanged. A resource that was applied in part answers with its state. */
export const applyResourceChange =
  (provider: Provider, connection: ConnectionState): Handler<"ApplyResourceChange"> =>
  (request) => {
    const unchanged = { new_state: request.prior_state, new_identity: request.planned_identity };
    const { session } = connection;
    if (session === undefined)
      return Promise.resolve({ ...unchanged, diagnostics: diagnosticMessages([notConfigured]) });
    session.ledger.walk.apply();
    return answerOrDiagnostics(() => apply(provider, session, request), unchanged);
  };

async function apply(provider: Provider, session: Session, request: Asked): Promise<Answer> {
  const type = registered(provider.resources, request.type_name);
  const identity = registeredIdentity(provider, request.type_name);
  const { schema } = type;
  const prior = objectOf(schema, request.prior_state);
  const planned = objectOf(schema, request.planned_state);
  const privateState = decodePrivateState(request.planned_private);
  if (planned === null) {
    const diagnostics =
      prior === null ? [] : await type.destroy(session, prior, { privateState, shown: isOfDestruction(privateState) });
    const state = hasErrors(diagnostics) ? prior : null;
    return {
      new_state: dynamicOf(schema, state),
      new_identity: identityData(identity, session, state, request.planned_identity),
      diagnostics: diagnosticMessages(diagnostics),
    };
  }
  const config = presentObjectOf(schema, request.config);
  const applied = await type.apply({ session, prior, planned, config, privateState });
  return {
    new_state: dynamicOf(schema, applied.state),
    private: encodePrivateState(applied.privateState),
    new_identity: identityData(identity, session, applied.state, request.planned_identity),
    diagnostics: diagnosticMessages(applied.diagnostics),
  };
}

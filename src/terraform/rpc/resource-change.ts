import type { Handler, Request, Response } from "../protocol/service";
import { diagnosticsOfError } from "../common-diagnostics";
import type { Provider, StateResponse } from "../provider";
import type { PrivateState } from "../value";
import { answerOrDiagnostics, type ConnectionState, configuredSession, diagnosticMessages, registered } from "./answer";
import {
  decodePrivateState,
  destruction,
  dynamicOf,
  encodePrivateState,
  identityData,
  isNull,
  isOfDestruction,
  isSame,
  objectOf,
  presentObjectOf,
} from "./objects";
import type { Session } from "../account/session";
import { hasErrors } from "../../diagnostics/diagnostic";

/** Marks the private state of a plan with a prior state: Terraform passes it only to the second plan of a replacement. */
const mark = { planned: "with its prior state" };

/** For the second plan of a replacement, the private state of the first. */
function replacedPrivateIn(bytes: Uint8Array): PrivateState | undefined {
  const plannedPrivate = decodePrivateState(bytes);
  return plannedPrivate["planned"] === undefined ? undefined : plannedPrivate;
}

/** The stored private state as Terraform gave it, for an apply that fails: it is not among what Terraform asks it with. */
const keeping = (stored: Uint8Array): PrivateState =>
  stored.length === 0 ? {} : { stored: Buffer.from(stored).toString() };

const keptIn = ({ stored = "" }: PrivateState): Uint8Array => Buffer.from(stored);

export const planResourceChange =
  (provider: Provider, connection: ConnectionState): Handler<"PlanResourceChange"> =>
  (request) =>
    answerOrDiagnostics(
      async () => {
        const type = registered(provider.resources, request.type_name);
        const { schema, identity } = type;
        const prior = objectOf(schema, request.prior_state);
        const { session } = connection;
        const storedPrivate = prior === null ? {} : decodePrivateState(request.prior_private);
        const kept = { ...keeping(request.prior_private), ...mark };
        /** A new object has none before it is created. */
        const planned_identity =
          session === undefined
            ? request.prior_identity
            : identityData(identity, session, prior, request.prior_identity);
        if (
          type.unchanged !== undefined &&
          prior !== null &&
          isSame(request.prior_state, request.proposed_new_state) &&
          type.mayFallBack?.(prior) !== true
        ) {
          const asked = session === undefined ? undefined : type.unchanged(session, prior);
          return {
            planned_state: request.proposed_new_state,
            planned_private: encodePrivateState({ ...storedPrivate, ...asked?.plannedPrivate, ...kept }),
            planned_identity,
            diagnostics: diagnosticMessages(asked?.diagnostics ?? []),
          };
        }
        if (isNull(request.proposed_new_state)) {
          const diagnostics = prior === null ? [] : await type.planDestroy(session, prior);
          const reviewed = prior === null || session === undefined ? {} : await type.reviewDestroy?.(session, prior);
          return {
            planned_state: dynamicOf(schema, null),
            planned_private: encodePrivateState({ ...reviewed, ...keeping(request.prior_private), ...destruction }),
            diagnostics: diagnosticMessages(diagnostics),
          };
        }
        const config = presentObjectOf(schema, request.config);
        const replacedPrivate = prior === null ? replacedPrivateIn(request.prior_private) : undefined;
        const {
          planned,
          requiresReplace = [],
          plannedPrivate,
          diagnostics,
        } = await type.plan({
          session,
          prior,
          config,
          replacedPrivate,
          // decoded only where it is needed
          get proposed() {
            return presentObjectOf(schema, request.proposed_new_state);
          },
        });
        return {
          planned_state: dynamicOf(schema, planned),
          planned_identity,
          requires_replace: requiresReplace.map((name) => ({ steps: [{ attribute_name: name }] })),
          planned_private:
            prior === null
              ? encodePrivateState({ ...plannedPrivate, ...keeping(keptIn(replacedPrivate ?? {})) })
              : encodePrivateState({ ...storedPrivate, ...plannedPrivate, ...kept }),
          diagnostics: diagnosticMessages(diagnostics),
        };
      },
      { planned_state: request.proposed_new_state },
    );

type Asked = Request<"ApplyResourceChange">;
type Answer = Response<"ApplyResourceChange">;

/** After a thrown error the state is unchanged. A resource that was applied in part answers with its state. */
export const applyResourceChange =
  (provider: Provider, connection: ConnectionState): Handler<"ApplyResourceChange"> =>
  (request) => {
    const unchanged = { new_state: request.prior_state, new_identity: request.planned_identity };
    return answerOrDiagnostics(() => apply(provider, configuredSession(connection), request), unchanged);
  };

async function apply(provider: Provider, session: Session, request: Asked): Promise<Answer> {
  const type = registered(provider.resources, request.type_name);
  const { schema, identity } = type;
  const prior = objectOf(schema, request.prior_state);
  const planned = objectOf(schema, request.planned_state);
  const plannedPrivate = decodePrivateState(request.planned_private);
  session.ledger.phase = "apply";
  if (planned === null) {
    const shown = isOfDestruction(plannedPrivate);
    const destroying = prior === null ? undefined : type.destroy(session, prior, { plannedPrivate, shown });
    const diagnostics = (await destroying?.catch(diagnosticsOfError)) ?? [];
    const state = hasErrors(diagnostics) ? prior : null;
    return {
      new_state: dynamicOf(schema, state),
      ...(state === null ? {} : { private: keptIn(plannedPrivate) }),
      new_identity: identityData(identity, session, state, request.planned_identity),
      diagnostics: diagnosticMessages(diagnostics),
    };
  }
  const config = presentObjectOf(schema, request.config);
  const applied = await type
    .apply({ session, prior, planned, config, plannedPrivate })
    .catch((thrown: unknown): StateResponse => ({ state: prior, diagnostics: diagnosticsOfError(thrown) }));
  return {
    new_state: dynamicOf(schema, applied.state),
    private:
      applied.storedPrivate === undefined && prior !== null
        ? keptIn(plannedPrivate)
        : encodePrivateState(applied.storedPrivate),
    new_identity: identityData(identity, session, applied.state, request.planned_identity),
    diagnostics: diagnosticMessages(applied.diagnostics),
  };
}

import type { Handler, Request, Response } from "../protocol/service";
import { diagnosticsOfError } from "../common-diagnostics";
import type { Planned, Provider, StateResponse } from "../provider-types";
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
import { type Diagnostic, error, hasErrors } from "../../diagnostics/diagnostic";
import { withheldText } from "../../reconcile/plan/conflict";

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
        const kept = keeping(request.prior_private);
        /** A new object has none before it is created. */
        const planned_identity =
          session === undefined
            ? request.prior_identity
            : identityData(identity, session, prior, request.prior_identity);
        const unchanged =
          prior !== null && isSame(request.prior_state, request.proposed_new_state)
            ? type.unchanged?.(prior)
            : undefined;
        if (unchanged !== undefined)
          return {
            planned_state: request.proposed_new_state,
            planned_private: encodePrivateState({ ...storedPrivate, ...unchanged, ...kept }),
            planned_identity,
          };
        if (isNull(request.proposed_new_state)) {
          const gone: Planned = prior === null ? { diagnostics: [] } : await type.planDestroy(session, prior);
          return {
            planned_state: dynamicOf(schema, null),
            planned_private: encodePrivateState({
              ...gone.plannedPrivate,
              ...keeping(request.prior_private),
              ...destruction,
            }),
            diagnostics: diagnosticMessages(gone.diagnostics),
          };
        }
        const config = presentObjectOf(schema, request.config);
        // of the first plan of a replacement, in its second
        const replaced = prior === null ? decodePrivateState(request.prior_private) : {};
        const {
          planned,
          requiresReplace = [],
          diagnostics,
          ...more
        } = await type.plan({
          session,
          prior,
          config,
          replaced,
          // decoded only where it is needed
          get proposed() {
            return presentObjectOf(schema, request.proposed_new_state);
          },
        });
        const isKept = request.client_capabilities?.store_planned_private === true;
        const restsOn = isKept ? await more.restsOn?.() : undefined;
        const changed = changedSinceReviewed(request, restsOn);
        const plannedPrivate = { ...more.plannedPrivate, ...(restsOn === undefined ? {} : { restsOn }) };
        return {
          planned_state: dynamicOf(schema, planned),
          planned_identity,
          requires_replace: requiresReplace.map((name) => ({ steps: [{ attribute_name: name }] })),
          planned_private:
            prior === null
              ? encodePrivateState({ ...plannedPrivate, ...keeping(keptIn(replaced)) })
              : encodePrivateState({ ...storedPrivate, ...plannedPrivate, ...kept }),
          diagnostics: diagnosticMessages([...diagnostics, ...changed]),
        };
      },
      { planned_state: request.proposed_new_state },
    );

/** An error where a plan right before the apply rests on something else than the reviewed one. */
function changedSinceReviewed(
  { planned_private: reviewed }: Request<"PlanResourceChange">,
  restsOn: string | undefined,
): readonly Diagnostic[] {
  const { restsOn: then } = decodePrivateState(reviewed);
  if (then === undefined || restsOn === undefined || then === restsOn) return [];
  const detail = withheldText(`It was planned where there was ${then}, and there is ${restsOn} now`);
  return [error("changed-since-planned", detail)];
}

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
  session.phase = "apply";
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

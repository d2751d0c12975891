import type { Request, Response } from "../protocol/service";
import type { AllHandlers } from "../protocol/streams";
import { diagnosticsOfError } from "../common-diagnostics";
import type { Planned, Provider, ResourceType, StateResponse } from "../provider-types";
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

export const changingResources = ({ resources }: Provider, connection: ConnectionState) =>
  ({
    PlanResourceChange: (request) =>
      answerOrDiagnostics(() => planned(registered(resources, request.type_name), connection.session, request), {
        planned_state: request.proposed_new_state,
      }),

    /** After a thrown error the state is unchanged. A resource that was applied in part answers with its state. */
    ApplyResourceChange: (request) =>
      answerOrDiagnostics(
        () => applied(registered(resources, request.type_name), configuredSession(connection), request),
        { new_state: request.prior_state, new_identity: request.planned_identity },
      ),
  }) satisfies AllHandlers;

async function planned(
  type: ResourceType,
  session: Session | undefined,
  request: Request<"PlanResourceChange">,
): Promise<Response<"PlanResourceChange">> {
  const { schema, identity } = type;
  const { prior_private, prior_identity, proposed_new_state } = request;
  const prior = objectOf(schema, request.prior_state);
  const priorPrivate = decodePrivateState(prior_private);
  // without a prior state it is of the first plan of a replacement, in its second
  const [storedPrivate, replaced, kept] =
    prior === null ? [{}, priorPrivate, keeping(keptIn(priorPrivate))] : [priorPrivate, {}, keeping(prior_private)];
  // a new object has none before it is created
  const planned_identity =
    session === undefined ? prior_identity : identityData(identity, session, prior, prior_identity);
  const unchanged =
    prior !== null && isSame(request.prior_state, proposed_new_state) ? type.unchanged?.(prior) : undefined;
  if (unchanged !== undefined)
    return {
      planned_state: proposed_new_state,
      planned_private: encodePrivateState({ ...storedPrivate, ...unchanged, ...kept }),
      planned_identity,
    };
  if (isNull(proposed_new_state)) {
    const gone: Planned = prior === null ? { diagnostics: [] } : await type.planDestroy(session, prior);
    return {
      planned_state: dynamicOf(schema, null),
      planned_private: encodePrivateState({ ...gone.plannedPrivate, ...kept, ...destruction }),
      diagnostics: diagnosticMessages(gone.diagnostics),
    };
  }
  const response = await type.plan({
    session,
    prior,
    config: presentObjectOf(schema, request.config),
    replaced,
    // decoded only where it is needed
    get proposed() {
      return presentObjectOf(schema, proposed_new_state);
    },
  });
  const isKept = request.client_capabilities?.store_planned_private === true;
  const restsOn = isKept ? await response.restsOn?.() : undefined;
  const plannedPrivate = { ...response.plannedPrivate, ...(restsOn === undefined ? {} : { restsOn }) };
  return {
    planned_state: dynamicOf(schema, response.planned),
    planned_identity,
    requires_replace: (response.requiresReplace ?? []).map((name) => ({ steps: [{ attribute_name: name }] })),
    planned_private: encodePrivateState({ ...storedPrivate, ...plannedPrivate, ...kept }),
    diagnostics: diagnosticMessages([...response.diagnostics, ...changedSinceReviewed(request, restsOn)]),
  };
}

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

async function applied(
  type: ResourceType,
  session: Session,
  request: Request<"ApplyResourceChange">,
): Promise<Response<"ApplyResourceChange">> {
  const { schema, identity } = type;
  const prior = objectOf(schema, request.prior_state);
  const next = objectOf(schema, request.planned_state);
  const plannedPrivate = decodePrivateState(request.planned_private);
  session.phase = "apply";
  if (next === null) {
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
  const response = await type
    .apply({ session, prior, planned: next, config, plannedPrivate })
    .catch((thrown: unknown): StateResponse => ({ state: prior, diagnostics: diagnosticsOfError(thrown) }));
  return {
    new_state: dynamicOf(schema, response.state),
    private:
      response.storedPrivate === undefined && prior !== null
        ? keptIn(plannedPrivate)
        : encodePrivateState(response.storedPrivate),
    new_identity: identityData(identity, session, response.state, request.planned_identity),
    diagnostics: diagnosticMessages(response.diagnostics),
  };
}

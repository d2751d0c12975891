import type { Handler, Request, Response } from "../protocol/service";
import { diagnosticsOfError } from "../common-diagnostics";
import type { Planned, Provider, StateResponse } from "../provider";
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
import { movedSince, type World } from "../account/world";
import { type Diagnostic, error, hasErrors } from "../../diagnostics/diagnostic";
import { isDeepStrictEqual } from "node:util";
import { withheldText } from "../../reconcile/apply/changed";

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
        const unchanged =
          prior !== null && isSame(request.prior_state, request.proposed_new_state)
            ? type.unchanged?.(session, prior)
            : undefined;
        if (unchanged !== undefined)
          return {
            planned_state: request.proposed_new_state,
            planned_private: encodePrivateState({ ...storedPrivate, ...unchanged.plannedPrivate, ...kept }),
            planned_identity,
            diagnostics: diagnosticMessages(unchanged.diagnostics),
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
        const replacedPrivate = prior === null ? replacedPrivateIn(request.prior_private) : undefined;
        const {
          planned,
          requiresReplace = [],
          diagnostics,
          ...more
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
        const world = session === undefined ? undefined : await worldFor(request, () => more.world?.(session));
        const moved = session === undefined ? [] : await movedSinceReviewed(session, request, world);
        const plannedPrivate = { ...more.plannedPrivate, ...encodeWorld(world) };
        return {
          planned_state: dynamicOf(schema, planned),
          planned_identity,
          requires_replace: requiresReplace.map((name) => ({ steps: [{ attribute_name: name }] })),
          planned_private:
            prior === null
              ? encodePrivateState({ ...plannedPrivate, ...keeping(keptIn(replacedPrivate ?? {})) })
              : encodePrivateState({ ...storedPrivate, ...plannedPrivate, ...kept }),
          diagnostics: diagnosticMessages([...diagnostics, ...moved]),
        };
      },
      { planned_state: request.proposed_new_state },
    );

type PlanRequest = Request<"PlanResourceChange">;

/** What the plan rests on, where the core that asks brings it to the plan right before the apply. */
const worldFor = async (
  { client_capabilities: client, planned_private: reviewed }: PlanRequest,
  find: () => World | Promise<World> | undefined,
): Promise<World | undefined> => (client?.store_planned_private === true || reviewed.length > 0 ? find() : undefined);

const encodeWorld = (world: World | undefined): PrivateState =>
  world === undefined ? {} : { world: JSON.stringify(world) };

/** An error where the account is not as the reviewed plan has found it: what it was decided on has moved. */
async function movedSinceReviewed(
  { lists }: Session,
  { planned_private: reviewed }: PlanRequest,
  now: World | undefined,
): Promise<readonly Diagnostic[]> {
  const { world } = decodePrivateState(reviewed);
  if (world === undefined || now === undefined) return [];
  const then = JSON.parse(world) as World; // as encodeWorld wrote it
  if (isDeepStrictEqual(then, JSON.parse(JSON.stringify(now)))) return [];
  const [configurations, repositories] = await Promise.all([
    lists.read("configurations", "ended"),
    Object.keys({ ...then.moves, ...now.moves }).length + holdersIn(then) + holdersIn(now) === 0
      ? []
      : lists.read("repositories", "ended"),
  ]);
  const nameIn = (all: readonly { readonly id: string; readonly name?: string }[]) => {
    const names = new Map(all.map(({ id, name = id }) => [id, name]));
    return (id: string) => names.get(id);
  };
  const repository = nameIn(repositories);
  const names = { configuration: nameIn(configurations), repository: (id: string) => repository(id) ?? id };
  const moved = movedSince(then, now, names);
  return moved.length === 0 ? [] : [error("changed-since-planned", withheldText(textOf(moved)))];
}

const holdersIn = ({ configurations }: World): number =>
  Object.values(configurations).reduce((all, { holders = [] }) => all + holders.length, 0);

/** As many as a reader takes in. */
const mostMoved = 20;

const textOf = (moved: readonly string[]): string =>
  moved.length <= mostMoved
    ? moved.join("; ")
    : `${moved.slice(0, mostMoved).join("; ")}; and ${String(moved.length - mostMoved)} more`;

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

import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { fail } from "../../diagnostics/error";
import { dryRunError } from "../common-diagnostics";
import { isDeepStrictEqual } from "node:util";
import type { TriageCategory } from "../../model/findings";
import {
  expiredText,
  hasExpired as isOver,
  noTriageText,
  type TriageStatus,
  triageStatus,
  unclearText,
} from "../../model/triage";
import { sameId } from "../../model/uuid";
import { isNotFound } from "../../reconcile/ports";
import { explainUnreachedAccount } from "../account/lists";
import type { Session } from "../account/session";
import type { ApplyRequest, PlanResponse, ResourceType, StateResponse } from "../provider-types";
import { findingTriageSchema } from "../schema/resources";
import { identityOfParts } from "../identities";
import { timeoutsOf } from "../timeouts";
import { isUnknown, type ObjectValue, Unknown, textIn } from "../value";
import { parseImportId } from "./import-ids";
import { validateTriage } from "../validate";
import { removeTriage, setTriage } from "./triage-write";

/** What is known of a triage before it is read. */
export const importedTriage = (finding_id: string): ObjectValue => ({
  finding_id,
  id: finding_id,
  category: null,
  justification: null,
  expires: null,
  active: null,
  timeouts: null,
});

/** @param now in milliseconds since 1970 */
export const findingTriageBy = (now: () => number): ResourceType => ({
  schema: findingTriageSchema,
  identity: identityOfParts({ finding_id: "The finding's id." }),
  validate: validateTriage,

  plan({ session, prior, proposed }) {
    const response = planned(prior, proposed, now());
    const finding = proposed["finding_id"] ?? null;
    // one that is there is compared with its state
    const isCreated = session !== undefined && prior === null && typeof finding === "string";
    return Promise.resolve(isCreated ? { ...response, restsOn: () => foundBefore(session, finding) } : response);
  },

  planDestroy: () => Promise.resolve({ diagnostics: [] }),

  async read(session, state) {
    // after expiry and removal, a triage in the service is somebody else's decision
    if (state["active"] === false && hasExpired(state, now())) return { state, diagnostics: [] };
    try {
      return stateAfter(state, await statusOf(session, textIn(state["finding_id"])));
    } catch (thrown) {
      if (!isNotFound(thrown)) throw thrown;
      const gone = warning("triage-gone", noTriageText(textIn(state["finding_id"])));
      return { state: null, diagnostics: isImported(state) ? [] : [gone] };
    }
  },

  async apply(asked) {
    const { session, prior, planned } = asked;
    const known = planned["active"];
    const state = {
      ...planned,
      id: planned["finding_id"] ?? null,
      active: typeof known === "boolean" ? known : !hasExpired(planned, now()),
    };
    const step = stepOf(prior, state);
    if (session.dryRun) return { state: prior, diagnostics: [dryRunError(requestOf(session, step, planned))] };
    await send(asked, step);
    return { state, diagnostics: [] };
  },

  async destroy(session, prior) {
    const id = textIn(prior["finding_id"]);
    if (session.dryRun) return [dryRunError(requestOf(session, isHeld(prior) ? "remove" : "nothing", prior))];
    const remove = () => removeTriage(session, id, textIn(prior["category"]), timeoutsOf(prior).delete);
    if (isHeld(prior)) await session.triages.release(id, remove);
    return [];
  },

  importState: (session, text) => {
    const [finding_id = ""] = parseImportId(session, text, ["FINDING_ID"]);
    return Promise.resolve(importedTriage(finding_id));
  },
});

/**
 * `scanform_finding_triage`. The service stores the category only; the justification and the expiry are in
 * the code and the state. The first apply after the expiry removes it.
 */
export const findingTriage = findingTriageBy(Date.now);

/** Whether the service holds the triage according to the state. */
const isHeld = (state: ObjectValue): boolean => state["active"] === true;

function planned(prior: ObjectValue | null, proposed: ObjectValue, now: number): PlanResponse {
  const active = isUnknown(proposed["expires"]) ? new Unknown() : !hasExpired(proposed, now);
  const another = prior !== null && !sameId(textIn(prior["finding_id"]), textIn(proposed["finding_id"]));
  const ends = active === false && (prior === null || prior["active"] === true);
  // it may expire between this plan and its apply, in which terraform plans again
  const mayEnd = active === true && proposed["expires"] !== null && !isDeepStrictEqual(prior, proposed);
  return {
    planned: { ...proposed, id: proposed["finding_id"] ?? null, active: mayEnd ? new Unknown() : active },
    ...(another ? { requiresReplace: ["finding_id"] } : {}),
    diagnostics: ends ? [triageExpired(prior, textIn(proposed["expires"]))] : [],
  };
}

const triageExpired = (prior: ObjectValue | null, expires: string): Diagnostic =>
  warning("triage-expired", expiredText(expires, prior === null ? "It is not set" : "It is removed from the service"), {
    attribute: ["expires"],
  });

/** The triage of a finding, from its own request or, where that answer is unclear, from the list of findings. */
async function statusOf(session: Session, findingId: string): Promise<TriageStatus> {
  const { reader, lists, accountId, signal } = session;
  const status = triageStatus(await explainUnreachedAccount(lists, reader.getTriage(accountId, findingId, { signal })));
  return status.is === "unclear" ? ((await session.findings()).get(findingId.toLowerCase())?.status ?? status) : status;
}

/** The service does not store why a finding was triaged, and a triage without a reason is refused. */
const importedJustification = "Imported: the service does not store why this was decided.";

/** The state of a triage that the service holds. */
export const setState = (state: ObjectValue, category: string): ObjectValue => ({
  ...state,
  ...(isImported(state) ? { justification: importedJustification } : {}),
  category,
  active: true,
});

/** What the creation of a triage rests on: it may take over another decision. */
async function foundBefore(session: Session, findingId: string): Promise<string | undefined> {
  try {
    const status = await statusOf(session, findingId);
    if (status.is === "unclear") return undefined;
    return status.is === "set" ? `the triage ${status.category}` : "no triage";
  } catch (thrown) {
    if (isNotFound(thrown)) return "no triage";
    throw thrown;
  }
}

/** Nothing but its id is known yet. */
const isImported = ({ category = null }: ObjectValue): boolean => category === null;

function stateAfter(state: ObjectValue, status: TriageStatus): StateResponse {
  switch (status.is) {
    case "set":
      return { state: setState(state, status.category), diagnostics: [] };
    case "none":
      return { state: isImported(state) ? null : { ...state, active: false }, diagnostics: [] };
    case "unclear": {
      const detail = unclearText(textIn(state["finding_id"]));
      if (isImported(state)) return fail("triage-unreadable", detail);
      return {
        state,
        diagnostics: [warning("triage-unreadable", `${detail} Changes that are made elsewhere are not detected.`)],
      };
    }
    default:
      return status satisfies never;
  }
}

type Step = "set" | "remove" | "nothing";

/** @param next all of it known */
function stepOf(prior: ObjectValue | null, next: ObjectValue): Step {
  const held = prior?.["active"] === true;
  if (next["active"] !== true) return held ? "remove" : "nothing";
  return held && prior["category"] === next["category"] ? "nothing" : "set";
}

async function send({ session, prior, planned }: ApplyRequest, step: Step): Promise<void> {
  const id = textIn(planned["finding_id"]);
  const { triages } = session;
  const timeout = timeoutsOf(planned)[prior === null ? "create" : "update"];
  const category = textIn(planned["category"]) as TriageCategory; // as `validate` accepted it
  if (step === "set") await triages.set(id, () => setTriage(session, id, category, heldBefore(prior), timeout));
  if (step === "remove")
    await triages.remove(id, () => removeTriage(session, id, textIn(prior?.["category"]), timeout));
}

/** The category that the service held by the prior state; undefined without one. */
function heldBefore(prior: ObjectValue | null): string | null | undefined {
  if (prior === null) return undefined;
  return isHeld(prior) ? textIn(prior["category"]) : null;
}

function requestOf({ accountId }: Session, step: Step, triage: ObjectValue): string | undefined {
  if (step === "nothing") return undefined;
  const path = `/v1/accounts/${accountId}/findings/${textIn(triage["finding_id"])}/triage`;
  return step === "remove" ? `DELETE ${path}` : `POST ${path} with ${textIn(triage["category"])}`;
}

/** @param now in milliseconds since 1970 */
const hasExpired = ({ expires }: ObjectValue, now: number): boolean =>
  typeof expires === "string" && isOver(expires, now);

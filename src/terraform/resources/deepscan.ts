import { type Diagnostic, error, warning } from "../../diagnostics/diagnostic";
import { diagnosticsOfError, dryRunError } from "../common-diagnostics";
import { visible } from "../../diagnostics/foreign-text";
import { isDeepStrictEqual } from "node:util";
import { type Deepscan, deepscanFields } from "../../model/scans";
import { sameId } from "../../model/uuid";
import { isNotFound } from "../../reconcile/ports";
import type { Session } from "../account/session";
import { explainNotFound, toValues } from "../data-sources/data-source";
import type { ActionType, PlanResponse, ResourceType, StateResponse } from "../provider-types";
import { deepscanActionSchema, deepscanSchema } from "../schema/resources";
import { identityOfParts } from "../identities";
import { timeoutsOf } from "../timeouts";
import { entriesOf, isObjectValue, objectOf, type ObjectValue, Unknown, type Value, textIn } from "../value";
import { parseImportId } from "./import-ids";
import type { Json } from "../../model/json";
import { fail, ScanformError } from "../../diagnostics/error";
import { ServiceError } from "../../service/service-error";
import { pollUntil } from "../../reconcile/apply/poll-until";
import { explainUnreachedAccount } from "../account/lists";
import { validateDeepscan } from "../validate";

/** `scanform_deepscan`: triggered once, when it is created. It can neither be changed nor undone. */
export const deepscan: ResourceType = {
  schema: deepscanSchema,
  identity: identityOfParts({ repository_id: "The id of the scanned repository.", id: "The deepscan's id." }),

  validate: (config) => validateDeepscan(config),

  plan: ({ prior, proposed }) => Promise.resolve(planned(prior, proposed)),

  planDestroy: () =>
    Promise.resolve({
      diagnostics: [
        warning(
          "deepscan-kept",
          "A deepscan cannot be undone: it is removed from the state, and stays in the service.",
        ),
      ],
    }),

  read: stateOf,

  async apply({ session, prior, planned }) {
    if (prior !== null) return { state: planned, diagnostics: [] };
    const repository_id = textIn(planned["repository_id"]);
    if (session.dryRun) return { state: null, diagnostics: [notTriggered(session, repository_id)] };
    const { deepscan, diagnostics } = await trigger(session, repository_id, timeoutsOf(planned).create);
    return { state: { ...planned, ...shown(deepscan), repository_id }, diagnostics };
  },

  destroy: ({ dryRun }) => Promise.resolve(dryRun ? [dryRunError()] : []),

  importState: (session, text) => {
    const [repository_id = "", id = ""] = parseImportId(session, text, ["REPOSITORY_ID", "DEEPSCAN_ID"]);
    return Promise.resolve({ ...toValues(deepscanFields, {}), triggers: null, timeouts: null, repository_id, id });
  },
};

/** What a dry run says. */
const notTriggered = ({ accountId }: Session, repositoryId: string): Diagnostic =>
  dryRunError(`POST /v1/accounts/${accountId}/repositories/${repositoryId}/deepscans`);

/** The action `scanform_deepscan`: asks for a deepscan each time it is invoked. */
export const deepscanAction: ActionType = {
  schema: deepscanActionSchema,
  validate: (config) => validateDeepscan(config, ["config"]),
  async *invoke(session, config) {
    const repositoryId = textIn(config["repository_id"]);
    if (session.dryRun) return [notTriggered(session, repositoryId)];
    yield `Asking for a deepscan of the repository ${repositoryId}`;
    const { deepscan, diagnostics } = await trigger(session, repositoryId, timeoutsOf(config).create);
    yield `The service has taken the deepscan ${visible(deepscan.id)}`;
    return diagnostics;
  },
};

/** The attributes, whose texts come from elsewhere: terraform prints them raw. A data source gives them as they are. */
const shown = (found: Deepscan): ObjectValue =>
  objectOf(
    entriesOf(toValues(deepscanFields, found)).map(
      ([name, value]) => [name, typeof value === "string" ? visible(value) : value] as const,
    ),
  );

const replacingAttributes = ["repository_id", "triggers"] as const;

/** Empty triggers equal absent ones. */
const emptyAsNull = (value: Value | undefined): Value =>
  value === undefined || (isObjectValue(value) && Object.keys(value).length === 0) ? null : value;

function planned(prior: ObjectValue | null, proposed: ObjectValue): PlanResponse {
  if (prior === null) {
    const unknown = Object.keys(deepscanFields).map((name) => [name, new Unknown()] as const);
    const { repository_id = null } = proposed;
    return { planned: { ...proposed, ...Object.fromEntries(unknown), repository_id }, diagnostics: [] };
  }
  const requiresReplace = replacingAttributes.filter(
    (name) => !isDeepStrictEqual(emptyAsNull(prior[name]), emptyAsNull(proposed[name])),
  );
  return { planned: proposed, ...(requiresReplace.length === 0 ? {} : { requiresReplace }), diagnostics: [] };
}

/** A deepscan of the account's list, or of the repository's where that one lacks it. @throws ServiceError 404 */
async function findDeepscan(session: Session, repositoryId: string, id: string): Promise<Deepscan | undefined> {
  const { reader, accountId, signal } = session;
  const named = (each: Deepscan): boolean => sameId(each.id, id) && sameId(each.repository_id, repositoryId);
  return (
    (await session.deepscans()).find(named) ??
    (await reader.repositoryDeepscans(accountId, repositoryId, { signal })).find(named)
  );
}

async function stateOf(session: Session, state: ObjectValue): Promise<StateResponse> {
  const [repositoryId, id] = [textIn(state["repository_id"]), textIn(state["id"])];
  const where = `The repository ${repositoryId} lists no deepscan with the id ${id}`;
  try {
    const found = await findDeepscan(session, repositoryId, id);
    if (found !== undefined)
      return {
        state: { ...state, ...shown(found), repository_id: repositoryId, id },
        diagnostics: [],
      };
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown;
    const diagnostics = warning("repository-gone", `The account has no repository with the id ${repositoryId}.`);
    return { state: null, diagnostics: [diagnostics] };
  }
  // it took place, whether the service still lists it or not
  if (typeof state["created_at"] === "string")
    return { state, diagnostics: [warning("deepscan-unlisted", `${where}. It is kept as it was.`)] };
  return fail("deepscan-unknown", `${where}.`);
}

/** The first waits between reads of the list for what was asked for, in milliseconds. */
const grace = [250, 500, 1000, 2000] as const;

interface Triggered {
  readonly deepscan: Deepscan;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Asks for a deepscan, once. What the service answers is not shown in the specification: the deepscan is
 * the one that is in the repository's list afterwards and was not before.
 *
 * @param timeout how long to wait until the list shows it, in milliseconds
 * @throws ScanformError when none was triggered, or when it could not be identified
 */
async function trigger(session: Session, repositoryId: string, timeout: number): Promise<Triggered> {
  const { writer, reader, lists, accountId, signal, sleep } = session;
  const list = (): Promise<readonly Deepscan[]> =>
    explainUnreachedAccount(lists, reader.repositoryDeepscans(accountId, repositoryId, { signal }));
  const before = await explainNotFound(session, { repository_id: repositoryId }, list());
  const known = new Set(before.map(({ id }) => id));
  const outcome = await sendTrigger(writer.triggerDeepscan(accountId, repositoryId));
  const readNew = async (): Promise<readonly Deepscan[]> => (await list()).filter(({ id }) => !known.has(id));
  // the list may lag
  const reading = pollUntil(readNew, ({ length }) => length > 0, { sleep, grace, timeout });
  const fresh = await reading.catch((thrown: unknown) => {
    throw new ScanformError([unidentified(outcome, repositoryId), ...diagnosticsOfError(thrown)]);
  });
  return identifyTriggered(fresh, outcome, repositoryId);
}

/** The service's answer, or why it is not known whether the request took effect. */
type Outcome = { readonly answer: Json | undefined } | { readonly unclear: ServiceError };

/** @throws ServiceError when the request certainly did not take effect */
async function sendTrigger(request: Promise<Json | undefined>): Promise<Outcome> {
  try {
    return { answer: await request };
  } catch (thrown) {
    if (thrown instanceof ServiceError && !thrown.refused) return { unclear: thrown };
    throw thrown;
  }
}

/** Ours is the one that the answer names, or the only one; else the newest, and the others are named. */
function identifyTriggered(fresh: readonly Deepscan[], outcome: Outcome, repositoryId: string): Triggered {
  const answer = "answer" in outcome ? JSON.stringify(outcome.answer ?? null) : "";
  const named = fresh.filter(({ id }) => answer.includes(id));
  const [newest] = (named.length === 1 ? named : fresh).toSorted(
    (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
  );
  if (newest === undefined) throw new ScanformError([unidentified(outcome, repositoryId)]);
  const diagnostics = [
    ...("unclear" in outcome ? [answerLost(newest, outcome.unclear)] : []),
    ...(named.length !== 1 && fresh.length > 1 ? [ambiguous(newest, fresh)] : []),
  ];
  return { deepscan: newest, diagnostics };
}

const ambiguous = ({ id }: Deepscan, fresh: readonly Deepscan[]): Diagnostic =>
  warning(
    "deepscan-ambiguous",
    `${fresh.map((each) => each.id).join(", ")} started in the repository together. ${id}, the newest, is taken to be this resource's.`,
  );

const answerLost = ({ id }: Deepscan, { message }: ServiceError): Diagnostic =>
  warning(
    "deepscan-answer-lost",
    `${message}. The deepscan ${id} has started in the repository since, and is taken to be this resource's.`,
  );

/** The request is not repeated: it would start a second deepscan if the first one took effect. */
const unidentified = (outcome: Outcome, repositoryId: string): Diagnostic =>
  error(
    "deepscan-unidentified",
    `${"unclear" in outcome ? `${outcome.unclear.message}. Whether the service took the request is not known` : "The service took the request"}, but no new deepscan is listed in the repository. It is not asked for again. Once there is one, import it as ${repositoryId}/DEEPSCAN_ID; applying again asks for another.`,
  );

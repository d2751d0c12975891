import { error, warning } from "../../diagnostics/diagnostic";
import { diagnosticsOfError, dryRunError } from "../common-diagnostics";
import { isDeepStrictEqual } from "node:util";
import { type Deepscan, deepscanFields } from "../../model/scans";
import { sameId } from "../../model/uuid";
import { isNotFound } from "../../reconcile/ports";
import type { Session } from "../account/session";
import { textOf } from "../data-sources/data-source";
import { toValues } from "../data-sources/to-values";
import type { PlanResponse, ResourceType, StateResponse } from "../resource";
import { deepscanSchema } from "../schema/triage-and-deepscan";
import { timeoutsOf } from "../timeouts";
import { sameForm } from "../upgrade/upgrade";
import { isObjectValue, type ObjectValue, Unknown, type Value } from "../values/value";
import { validateDeepscan } from "../validate";
import { trigger } from "./deepscan-trigger";
import { parseImportId } from "./parse-import-id";

/** `scanform_deepscan`: asked for once, when it is created. Nothing of it can be changed or taken back. */
export const deepscan: ResourceType = {
  schema: deepscanSchema,
  upgrades: [sameForm],

  validate: validateDeepscan,

  plan: ({ prior, proposed }) => Promise.resolve(planned(prior, proposed)),

  planDestroy: () =>
    Promise.resolve([
      warning("deepscan-kept", "A deepscan cannot be taken back: it is forgotten here, and stays in the service."),
    ]),

  read: (session, state) => orStateBefore(state, stateOf(session, state)),

  async apply({ session, prior, planned }) {
    if (prior !== null) return { state: planned, diagnostics: [] };
    const repository_id = textOf(planned, "repository_id");
    if (session.dryRun) {
      const path = `/v1/accounts/${session.accountId}/repositories/${repository_id}/deepscans`;
      return { state: null, diagnostics: [dryRunError(`POST ${path}`)] };
    }
    const asking = trigger(session, repository_id, timeoutsOf(planned).create);
    return orStateBefore(
      null,
      asking.then(({ deepscan, diagnostics }) => ({
        state: deepscan === undefined ? null : { ...planned, ...toValues(deepscanFields, deepscan), repository_id },
        diagnostics,
      })),
    );
  },

  destroy: ({ dryRun }) => Promise.resolve(dryRun ? [dryRunError()] : []),

  importState: (session, text) => {
    const path = parseImportId(session, text, ["REPOSITORY_ID", "DEEPSCAN_ID"]);
    if ("diagnostics" in path) return Promise.resolve({ state: null, diagnostics: path.diagnostics });
    const [repository_id = "", id = ""] = path.ids;
    return Promise.resolve({
      state: { ...toValues(deepscanFields, {}), triggers: null, timeouts: null, repository_id, id },
      diagnostics: [],
    });
  },
};

/** After an error, the state before it. */
const orStateBefore = (before: ObjectValue | null, work: Promise<StateResponse>): Promise<StateResponse> =>
  work.catch((thrown: unknown) => ({ state: before, diagnostics: diagnosticsOfError(thrown) }));

const given = ["repository_id", "triggers"] as const;

/** No triggers are the same as none that are named. */
const orNull = (value: Value | undefined): Value =>
  value === undefined || (isObjectValue(value) && Object.keys(value).length === 0) ? null : value;

function planned(prior: ObjectValue | null, proposed: ObjectValue): PlanResponse {
  if (prior === null) {
    const unknown = Object.keys(deepscanFields).map((name) => [name, new Unknown()] as const);
    const { repository_id = null } = proposed;
    return { planned: { ...proposed, ...Object.fromEntries(unknown), repository_id }, diagnostics: [] };
  }
  const requiresReplace = given.filter((name) => !isDeepStrictEqual(orNull(prior[name]), orNull(proposed[name])));
  return { planned: proposed, ...(requiresReplace.length === 0 ? {} : { requiresReplace }), diagnostics: [] };
}

/** A deepscan of the account's list, or of the repository's where that one lacks it. @throws ServiceError 404 */
async function live(session: Session, repositoryId: string, id: string): Promise<Deepscan | undefined> {
  const { reader, accountId, signal } = session;
  const named = (each: Deepscan): boolean => sameId(each.id, id) && sameId(each.repository_id, repositoryId);
  return (
    (await session.deepscans()).find(named) ??
    (await reader.repositoryDeepscans(accountId, repositoryId, { signal })).find(named)
  );
}

async function stateOf(session: Session, state: ObjectValue): Promise<StateResponse> {
  const [repositoryId, id] = [textOf(state, "repository_id"), textOf(state, "id")];
  const where = `The repository ${repositoryId} lists no deepscan with the id ${id}`;
  try {
    const found = await live(session, repositoryId, id);
    if (found !== undefined)
      return {
        state: { ...state, ...toValues(deepscanFields, found), repository_id: repositoryId, id },
        diagnostics: [],
      };
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown;
    const diagnostics = warning("repository-gone", `The account has no repository with the id ${repositoryId}.`);
    return { state: null, diagnostics: [diagnostics] };
  }
  // a deepscan has been made, whether the service still lists it or not: another one would be for nothing
  if (typeof state["created_at"] === "string")
    return { state, diagnostics: [warning("deepscan-unlisted", `${where}. It is kept as it was.`)] };
  return { state: null, diagnostics: [error("deepscan-unknown", `${where}.`)] };
}

import { isDeepStrictEqual } from "node:util";
import { configurationId } from "../../model/ids";
import { listed } from "../../model/nearest";
import { isUuid } from "../../model/uuid";
import type { Session } from "../account/session";
import { claimed, held, released, takenOver } from "../configuration/claims";
import { changeOf, entryAfter, idOf, plannedEntry, readEntry } from "../configuration/entry";
import { review } from "../configuration/review";
import { problemsOf } from "../configuration/validate";
import type { ResourceType } from "../resource";
import { failed, type Said, warned } from "../said";
import { resourceSchemas } from "../schema/resources";
import { type ObjectValue, textIn } from "../values/value";

const { scanform_configuration: schema } = resourceSchemas;

/** `scanform_configuration`: only what is declared is managed. */
export const configuration: ResourceType = {
  schema,
  validate: (config) => problemsOf(config),

  unchanged: (session, state) =>
    claimed(session, { name: state["name"] ?? null, id: idOf(state), replaces: false, at: [] }),

  async plan({ session, prior, config, replaces }) {
    const planned = plannedEntry(config, prior);
    if (session === undefined) return { planned, said: [] };
    const same = prior !== null && isDeepStrictEqual(planned, prior);
    const { adopts, said } = same ? { said: [] } : await review(session, planned, prior);
    const twice = claimed(session, {
      name: config["name"] ?? null,
      id: idOf(prior ?? {}) ?? adopts,
      replaces,
      at: [],
    });
    return { planned, said: [...said, ...twice], ...(adopts === undefined ? {} : { notes: { adopts } }) };
  },

  async planDestroy(session, prior) {
    const id = idOf(prior);
    if (session === undefined || id === undefined) return [];
    return [...released(session, id), ...(await inUse(session, id, textIn(prior["name"])))];
  },

  async read(session, state) {
    const id = idOf(state);
    const live = id === undefined ? undefined : await session.lists.configuration(id);
    return live === undefined
      ? { state: null, said: [] }
      : { state: readEntry(state, live), said: held(session, live.id) };
  },

  async apply({ session, prior, planned, notes }) {
    const { adopts } = notes;
    const [changed = { said: [] }] = await session.submit([changeOf(planned, adopts)]);
    if (adopts !== undefined) takenOver(session, [adopts]);
    return entryAfter({ prior, planned, adopted: adopts !== undefined }, changed);
  },

  async destroy(session, prior) {
    const id = idOf(prior);
    if (id === undefined) return [];
    const [changed] = await session.submit([{ kind: "deletion", id }]);
    return changed?.said ?? [];
  },

  importState: (session, id) => Promise.resolve(imported(session, id)),
};

/** By its id, or by the account's and its own: ACCOUNT/ID. */
function imported(
  { accountId }: Session,
  text: string,
): { readonly state: ObjectValue | null; readonly said: readonly Said[] } {
  const [id = "", account, ...more] = text.split("/").reverse();
  if (more.length > 0 || !isUuid(id))
    return {
      state: null,
      said: [
        failed(
          "Not an id",
          `${JSON.stringify(text)} is not the id of a configuration, nor ACCOUNT_ID/ID. The data source scanform_configurations lists them.`,
        ),
      ],
    };
  if (account !== undefined && account.toLowerCase() !== accountId.toLowerCase())
    return {
      state: null,
      said: [
        failed("Another account", `The provider is configured for the account ${accountId}, and not for ${account}.`),
      ],
    };
  return { state: { id: configurationId(id.toLowerCase()) }, said: [] };
}

/** What is lost with a configuration that repositories still have. */
export async function inUse({ lists }: Session, id: string, name: string): Promise<readonly Said[]> {
  const holders = (await lists.repositories()).filter((each) => each.configuration_id === id);
  if (holders.length === 0) return [];
  const names = listed(holders.map((each) => each.name ?? each.id));
  const have = holders.length === 1 ? "1 repository has" : `${String(holders.length)} repositories have`;
  return [
    warned(
      "Repositories still have this configuration",
      `${JSON.stringify(name)} is destroyed, and ${have} it: ${names}. What is scanned with then is for the service to say, and Terraform destroys before it assigns: give them another one first, or set create_before_destroy in the lifecycle of configurations.`,
    ),
  ];
}

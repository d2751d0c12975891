import { isDeepStrictEqual } from "node:util";
import {
  toChange,
  appliedState,
  idOf,
  plannedState,
  refreshedState,
  withAdopted,
} from "../configuration/configuration-state";
import { deletable, warnInUse, refuseReplacementInUse } from "../configuration/deletion-guard";
import { liveConfiguration } from "../configuration/live-configuration";
import { encodeNotes, notesIn, withoutFilledIn } from "../configuration/notes";
import { rememberIds, rememberedIds } from "../configuration/replaced-ids";
import { notReviewed } from "../configuration/not-reviewed";
import { review } from "../configuration/review";
import { settle } from "../configuration/settle";
import { validateConfiguration } from "../configuration/validate-configuration";
import { type ResourceType, shownAlready } from "../resource";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
import { timeoutsOf } from "../timeouts";
import { isUnknown } from "../values/value";
import { parseConfigurationImportId } from "./parse-configuration-import-id";

const { scanform_configuration: schema } = resourceSchemas;

/** `scanform_configuration`: only declared settings are managed. */
export const configuration: ResourceType = {
  schema,
  validate: (config) => validateConfiguration(config),

  unchanged: (session, state) => ({
    privateState: rememberIds([state]),
    diagnostics: session.ledger.configurations.claim({
      name: state["name"] ?? null,
      id: idOf(state),
      replaces: false,
      at: [],
    }),
  }),

  async plan({ session, prior, config, replacedPrivate: before }) {
    const planned = plannedState(config, prior);
    const same = prior !== null && isDeepStrictEqual(planned, prior);
    if (session === undefined) return { planned, diagnostics: same ? [] : [notReviewed] };
    const replaced = rememberedIds(before);
    const { adopts, diagnostics } = same ? { diagnostics: [] } : await review(session, planned, prior);
    const twice = session.ledger.configurations.claim({
      name: config["name"] ?? null,
      id: idOf(prior ?? {}) ?? adopts,
      replaces: before !== undefined,
      at: [],
    });
    // a name that is not known yet may be the same
    const others = isUnknown(config["name"]) ? [] : replaced.filter((id) => id !== adopts);
    const gone = await Promise.all(others.map((id) => refuseReplacementInUse(session, id)));
    const privateState = { ...rememberIds([prior ?? {}]), ...(adopts === undefined ? {} : { adopts }) };
    return {
      planned: withAdopted(planned, adopts),
      diagnostics: [...diagnostics, ...twice, ...gone.flat()],
      privateState,
    };
  },

  async planDestroy(session, prior) {
    const id = idOf(prior);
    if (id === undefined) return [];
    if (session === undefined) return [notReviewed];
    return [...session.ledger.configurations.destroy(id), ...(await warnInUse(session, id))];
  },

  async read(session, state, before) {
    const id = idOf(state);
    const notes = notesIn(before);
    const timeout = id !== undefined && notes.unseen.has(id) ? timeoutsOf(state).create : undefined;
    const live = id === undefined ? undefined : await liveConfiguration(session, id, timeout);
    if (live === undefined) return { state: null, diagnostics: [] };
    return {
      state: refreshedState(state, withoutFilledIn(live, notes)),
      diagnostics: session.ledger.configurations.read(live.id),
      privateState: encodeNotes({ ...notes, unseen: new Set() }),
    };
  },

  async apply({ session, prior, planned, privateState }) {
    const { adopts } = privateState;
    const [changed = { diagnostics: [] }] = await session.submit([toChange(planned, adopts, timeoutsOf(planned))]);
    const { result, notes } = settle(planned, prior, changed);
    return {
      ...appliedState({ prior, planned, adopted: adopts !== undefined }, result),
      privateState: encodeNotes(notes),
    };
  },

  async destroy(session, prior, { privateState, shown } = shownAlready) {
    const stays = new Set(privateState["adopts"] === undefined ? [] : [privateState["adopts"]]);
    const { ids, diagnostics } = await deletable(session, [prior], stays, shown);
    if (session.dryRun && ids.length === 0) return [dryRunError()];
    const results = await session.submit(
      ids.map((id) => ({ kind: "deletion", id, timeout: timeoutsOf(prior).delete })),
    );
    return [...diagnostics, ...results.flatMap((each) => each.diagnostics)];
  },

  importState: async (session, text) => {
    const { id, diagnostics } = await parseConfigurationImportId(session, text);
    return { state: id === undefined ? null : { id }, diagnostics };
  },
};

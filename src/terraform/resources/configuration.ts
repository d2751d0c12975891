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
import { rememberIds, rememberedIds } from "../configuration/replaced-ids";
import { notReviewed } from "../configuration/not-reviewed";
import { review } from "../configuration/review";
import { validateConfiguration } from "../configuration/validate-configuration";
import { type ResourceType, shownAlready } from "../resource";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
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

  async read(session, state) {
    const id = idOf(state);
    const live = id === undefined ? undefined : await session.lists.configuration(id);
    return live === undefined
      ? { state: null, diagnostics: [] }
      : { state: refreshedState(state, live), diagnostics: session.ledger.configurations.read(live.id) };
  },

  async apply({ session, prior, planned, privateState }) {
    const { adopts } = privateState;
    const [changed = { diagnostics: [] }] = await session.submit([toChange(planned, adopts)]);
    return appliedState({ prior, planned, adopted: adopts !== undefined }, changed);
  },

  async destroy(session, prior, { privateState, shown } = shownAlready) {
    const stays = new Set(privateState["adopts"] === undefined ? [] : [privateState["adopts"]]);
    const { ids, diagnostics } = await deletable(session, [prior], stays, shown);
    if (session.dryRun && ids.length === 0) return [dryRunError()];
    const results = await session.submit(ids.map((id) => ({ kind: "deletion", id })));
    return [...diagnostics, ...results.flatMap((each) => each.diagnostics)];
  },

  importState: async (session, text) => {
    const { id, diagnostics } = await parseConfigurationImportId(session, text);
    return { state: id === undefined ? null : { id }, diagnostics };
  },
};

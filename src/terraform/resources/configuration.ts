import { isDeepStrictEqual } from "node:util";
import {
  appliedState,
  idOf,
  plannedState,
  refreshedState,
  toChange,
  toDeletion,
} from "../configuration/configuration-state";
import { liveConfiguration } from "../configuration/live-configuration";
import { isGuarded, judgeDestruction } from "../deletion/guards";
import { encodeNotes, notesIn, notesAfterApply, withoutFilledIn } from "../configuration/notes";
import { planDeletion, reviewDeletion } from "../deletion/plan-deletion";
import { reviewOfChange } from "../review/own-change";
import { notReviewed } from "../verdict/unknown-leaves";
import { reviewConfiguration } from "../review/review-configuration";
import { validateConfiguration } from "../validate";
import type { ResourceType } from "../provider";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
import { identityOfParts } from "../identities";
import { timeoutsOf } from "../timeouts";
import type { ObjectValue } from "../value";
import { parseConfigurationImportId } from "./import-ids";

const { scanform_configuration: schema } = resourceSchemas;

/** `scanform_configuration`: only declared settings are managed. */
export const configuration: ResourceType = {
  schema,
  identity: identityOfParts({ id: "The configuration's id." }),
  validate: validateConfiguration,

  unchanged: (state) => !isGuarded(state),

  async plan({ session, prior, config }) {
    const last: ObjectValue = { ...plannedState(config, prior), review: prior?.["review"] ?? null };
    if (prior !== null && isDeepStrictEqual(last, prior)) return { planned: last, diagnostics: [] };
    const planned: ObjectValue = { ...last, review: reviewOfChange(prior, last) };
    if (session === undefined) return { planned, diagnostics: [notReviewed] };
    const { adopts, diagnostics } = await reviewConfiguration(session, planned, prior);
    return {
      planned,
      diagnostics,
      ...(adopts === undefined ? {} : { plannedPrivate: { adopts } }),
      ...(prior === null ? { restsOn: () => adopts ?? "no configuration of this name" } : {}),
    };
  },

  async planDestroy(session, prior) {
    return {
      diagnostics: await planDeletion(session, prior),
      plannedPrivate: session === undefined ? {} : await reviewDeletion(session, prior),
    };
  },

  async read(session, state, storedPrivate) {
    const notes = notesIn(storedPrivate);
    const id = idOf(state);
    const timeout = notes.isUnseen ? timeoutsOf(state).create : undefined;
    const live = id === undefined ? undefined : await liveConfiguration(session, id, timeout);
    if (live === undefined) return { state: null, diagnostics: [] };
    return {
      state: refreshedState(state, withoutFilledIn(live, notes)),
      diagnostics: [],
      storedPrivate: encodeNotes({ ...notes, isUnseen: false }),
    };
  },

  async apply({ session, prior, planned, plannedPrivate }) {
    const changed = await session.submit(toChange(planned, prior, plannedPrivate));
    const { result, notes } = notesAfterApply(planned, prior, changed, notesIn(plannedPrivate));
    const adopted = plannedPrivate["adopts"] !== undefined;
    return { ...appliedState({ prior, planned, adopted }, result), storedPrivate: encodeNotes(notes) };
  },

  async destroy(session, prior, destroyed) {
    const { id, diagnostics } = await judgeDestruction(session, prior, destroyed);
    if (id === undefined) return session.dryRun ? [dryRunError()] : diagnostics;
    return (await session.submit(toDeletion(id, prior, destroyed.plannedPrivate))).diagnostics;
  },

  importState: async (session, text) => ({ id: await parseConfigurationImportId(session, text) }),
};

import { isDeepStrictEqual } from "node:util";
import {
  appliedState,
  claimOf,
  idOf,
  plannedState,
  refreshedState,
  toChange,
  toDeletion,
} from "../configuration/configuration-state";
import { liveConfiguration } from "../configuration/live-configuration";
import { isGuarded, judgeDestruction } from "../deletion/guards";
import { encodeNotes, notesIn, notesAfterApply, withoutFilledIn } from "../configuration/notes";
import { encodeHeld, planDeletion, planReplacement, reviewDeletion } from "../deletion/plan-deletion";
import { plannedReview, reviewValue, unknownReview, withKnownReview } from "../verdict/review-value";
import { effectsOnHolders } from "../review/review-effects";
import { notReviewed } from "../verdict/unknown-leaves";
import { adoptedName, type Reviewed, reviewConfiguration, worldOfChange } from "../review/review-configuration";
import { validateConfiguration } from "../validate";
import type { ResourceType } from "../provider";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
import { identityOfParts } from "../identities";
import { timeoutsOf } from "../timeouts";
import { isUnknown } from "../value";
import { parseConfigurationImportId } from "./import-ids";

const { scanform_configuration: schema } = resourceSchemas;

/** `scanform_configuration`: only declared settings are managed. */
export const configuration: ResourceType = {
  schema,
  identity: identityOfParts({ id: "The configuration's id." }),
  validate: validateConfiguration,

  unchanged: (session, state) =>
    isGuarded(state)
      ? undefined
      : {
          plannedPrivate: encodeHeld(state),
          diagnostics: session?.ledger.configurations.claim(claimOf(state, state)) ?? [],
        },

  async plan({ session, prior, config, replacedPrivate }) {
    const planned = { ...plannedState(config, prior), review: prior?.["review"] ?? null };
    const same = prior !== null && isDeepStrictEqual(planned, prior);
    if (session === undefined)
      return same
        ? { planned, diagnostics: [] }
        : { planned: { ...planned, review: unknownReview }, diagnostics: [notReviewed] };
    const reviewed: Reviewed = same
      ? { isKnown: true, diagnostics: [] }
      : await reviewConfiguration(session, planned, prior);
    const { adopts, diagnostics } = reviewed;
    const effects = reviewed.isKnown ? await effectsOnHolders(session, reviewed) : [];
    const effect = reviewed.isKnown
      ? plannedReview(reviewValue(effects, adoptedName(reviewed)), prior, config)
      : unknownReview;
    const replaces = replacedPrivate !== undefined;
    const twice = session.ledger.configurations.claim(claimOf(config, prior, { adopts, replaces }));
    // a name that is not known yet may be the same
    const gone =
      replacedPrivate === undefined || isUnknown(config["name"])
        ? []
        : await planReplacement(session, replacedPrivate, adopts);
    return {
      planned: {
        ...planned,
        ...(same ? {} : { review: effect }),
        // so that references to it are planned with that id
        ...(adopts === undefined ? {} : { id: adopts }),
      },
      diagnostics: [...diagnostics, ...twice, ...gone],
      plannedPrivate: { ...encodeHeld(prior ?? {}), ...(adopts === undefined ? {} : { adopts }) },
      world: () => worldOfChange(reviewed, effects),
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
      diagnostics: session.ledger.configurations.read(live.id, live.name),
      storedPrivate: encodeNotes({ ...notes, isUnseen: false }),
    };
  },

  async apply({ session, prior, planned: last, plannedPrivate }) {
    const planned = withKnownReview(last, plannedPrivate);
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

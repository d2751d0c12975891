import { isDeepStrictEqual } from "node:util";
import {
  appliedState,
  claimOf,
  plannedState,
  toChange,
  toDeletion,
  withAdopted,
} from "../configuration/configuration-state";
import { readEntry } from "../configuration/live-configuration";
import { deletableConfigurations, isGuarded } from "../deletion/guards";
import { encodeNotes, notesIn, notesAfterApply } from "../configuration/notes";
import { encodeHeld, planDeletion, planReplacement, reviewDeletions } from "../deletion/plan-deletion";
import { plannedReview, reviewValue, unknownReview, withKnownReview } from "../verdict/review-value";
import { effectsOnHolders } from "../review/review-effects";
import { notReviewed } from "../verdict/unknown-leaves";
import { adoptedNames, reviewConfiguration, worldOfChange } from "../review/review-configuration";
import { validateConfiguration } from "../validate";
import { type ResourceType, shownAlready } from "../provider";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
import { identityOfParts } from "../identities";
import { timeoutsOf } from "../timeouts";
import { configurationTo1 } from "../upgrade";
import { isUnknown } from "../value";
import { parseConfigurationImportId } from "./import-ids";

const { scanform_configuration: schema } = resourceSchemas;

/** `scanform_configuration`: only declared settings are managed. */
export const configuration: ResourceType = {
  schema,
  identity: identityOfParts({ id: "The configuration's id." }),
  upgrades: [configurationTo1],
  validate: validateConfiguration,

  unchanged: (session, state) => ({
    plannedPrivate: encodeHeld([state]),
    diagnostics: session.ledger.configurations.claim(claimOf(state, state)),
  }),

  mayFallBack: isGuarded,

  async plan({ session, prior, config, replacedPrivate }) {
    const planned = { ...plannedState(config, prior), review: prior?.["review"] ?? null };
    const same = prior !== null && isDeepStrictEqual(planned, prior);
    if (session === undefined)
      return same
        ? { planned, diagnostics: [] }
        : { planned: { ...planned, review: unknownReview }, diagnostics: [notReviewed] };
    const reviewed = same ? { isKnown: true, diagnostics: [] } : await reviewConfiguration(session, planned, prior);
    const { adopts, diagnostics } = reviewed;
    const effects = reviewed.isKnown ? await effectsOnHolders(session, reviewed) : [];
    const effect = reviewed.isKnown
      ? plannedReview(reviewValue(effects, adoptedNames(reviewed)), prior, config)
      : unknownReview;
    const replaces = replacedPrivate !== undefined;
    const twice = session.ledger.configurations.claim(claimOf(config, prior, { adopts, replaces }));
    // a name that is not known yet may be the same
    const gone = isUnknown(config["name"])
      ? []
      : await planReplacement(session, replacedPrivate, new Set(adopts === undefined ? [] : [adopts]));
    const plannedPrivate = { ...encodeHeld([prior ?? {}]), ...(adopts === undefined ? {} : { adopts }) };
    return {
      planned: withAdopted(same ? planned : { ...planned, review: effect }, adopts),
      diagnostics: [...diagnostics, ...twice, ...gone],
      plannedPrivate,
      world: () => worldOfChange(reviewed, effects),
    };
  },

  planDestroy: (session, prior) => planDeletion(session, prior, "resource"),
  reviewDestroy: (session, prior) => reviewDeletions(session, [prior]),

  async read(session, state, storedPrivate) {
    const notes = notesIn(storedPrivate);
    const read = await readEntry(session, state, notes, timeoutsOf(state));
    if (read.state === null) return read;
    return { ...read, storedPrivate: encodeNotes({ ...notes, unseen: new Set() }) };
  },

  async apply({ session, prior, planned: last, plannedPrivate }) {
    const planned = withKnownReview(last, plannedPrivate);
    const { adopts } = plannedPrivate;
    const [changed = { diagnostics: [] }] = await session.submit([
      toChange(planned, prior, plannedPrivate, adopts, timeoutsOf(planned)),
    ]);
    const { result, notes } = notesAfterApply(planned, prior, changed, notesIn(plannedPrivate));
    return {
      ...appliedState({ prior, planned, adopted: adopts !== undefined }, result),
      storedPrivate: encodeNotes(notes),
    };
  },

  async destroy(session, prior, { plannedPrivate, shown } = shownAlready) {
    const stays = new Set(plannedPrivate["adopts"] === undefined ? [] : [plannedPrivate["adopts"]]);
    const { ids, diagnostics } = await deletableConfigurations(session, [prior], stays, shown);
    if (session.dryRun && ids.length === 0) return [dryRunError()];
    const results = await session.submit(
      ids.length === 0 ? [] : toDeletion(prior, plannedPrivate, timeoutsOf(prior).delete),
    );
    return [...diagnostics, ...results.flatMap((each) => each.diagnostics)];
  },

  importState: async (session, text) => ({ id: await parseConfigurationImportId(session, text) }),
};

import { isDeepStrictEqual } from "node:util";
import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Configuration } from "../../model/observed";
import { appliedState, idOf, plannedState, refreshedState, toChange } from "../configuration/configuration-state";
import {
  encodeHeld,
  isGuarded,
  judgeDestruction,
  planDeletion,
  planReplacement,
  reviewDeletion,
  toDeletion,
} from "../deletion";
import { liveConfiguration } from "../configuration/live-configuration";
import { encodeNotes, notesIn, notesAfterApply, withoutFilledIn } from "../configuration/notes";
import { reviewOfChange } from "../review/own-change";
import { notReviewed } from "../verdict/unknown-leaves";
import { reviewConfiguration } from "../review/review-configuration";
import { configurationDiagnostics } from "../validate";
import type { ResourceType } from "../provider-types";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
import { identityOfParts } from "../identities";
import { timeoutsOf } from "../timeouts";
import { isUnknown, type ObjectValue } from "../value";
import { parseConfigurationImportId } from "./import-ids";

const { scanform_configuration: schema } = resourceSchemas;

/**
 * Two resources have one configuration, as after an interrupted replacement or two imports: destroying one of them
 * would delete it for both.
 */
const heldTwice = ({ id, name = id }: Configuration): Diagnostic =>
  error(
    "configuration-claimed-twice",
    `The state has ${JSON.stringify(name)} (${id}) twice. Take one out with terraform state rm ADDRESS, which deletes nothing. To destroy all: terraform destroy -refresh=false.`,
  );

/** `scanform_configuration`: only declared settings are managed. */
export const configuration: ResourceType = {
  schema,
  identity: identityOfParts({ id: "The configuration's id." }),
  validate: configurationDiagnostics,

  unchanged: (state) => (isGuarded(state) ? undefined : encodeHeld(state)),

  async plan({ session, prior, config, replaced }) {
    const last: ObjectValue = { ...plannedState(config, prior), review: prior?.["review"] ?? null };
    if (prior !== null && isDeepStrictEqual(last, prior)) return { planned: last, diagnostics: [] };
    const planned: ObjectValue = { ...last, review: reviewOfChange(prior, last) };
    if (session === undefined) return { planned, diagnostics: [notReviewed] };
    const { adopts, diagnostics } = await reviewConfiguration(session, planned, prior);
    return {
      planned,
      // a name that is not known yet may be the same
      diagnostics: isUnknown(config["name"])
        ? diagnostics
        : [...diagnostics, ...(await planReplacement(session, replaced, adopts))],
      plannedPrivate: { ...encodeHeld(prior ?? {}), ...(adopts === undefined ? {} : { adopts }) },
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
    const twice = session.refreshed.has(live.id) ? [heldTwice(live)] : [];
    session.refreshed.add(live.id);
    return {
      state: refreshedState(state, withoutFilledIn(live, notes)),
      diagnostics: twice,
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

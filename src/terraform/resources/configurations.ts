import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic";
import { claimOf, toDeletion } from "../configuration/configuration-state";
import { deletableConfigurations, isGuarded } from "../deletion/guards";
import { encodeHeld, planDeletions, reviewDeletions } from "../deletion/plan-deletion";
import { readEntry } from "../configuration/read-entry";
import { encodeNotes, notesIn } from "../configuration/notes";
import { notReviewed } from "../verdict/unknown-leaves";
import { adoptsIn, entriesAttribute, entriesIn } from "../configuration/collection-entries";
import { validateConfigurations } from "../validate";
import { type ResourceType, shownAlready } from "../provider";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
import { identityOfAccount } from "../identities";
import { timeoutsOf } from "../timeouts";
import { configurationsTo1 } from "../upgrade";
import { objectOf, type ObjectValue } from "../value";
import { applyCollection } from "./apply-collection";
import { planCollection } from "./plan-collection";
import { parseCollectionImportId } from "./import-ids";

const { scanform_configurations: schema } = resourceSchemas;

/**
 * `scanform_configurations`: many configurations as one resource, of which the plan shows the elements
 * that differ, and which is applied in the fewest requests however many there are.
 */
export const configurations: ResourceType = {
  schema,
  identity: identityOfAccount,
  upgrades: [configurationsTo1],
  validate: (config) => validateConfigurations(config, entriesIn(config)),

  unchanged: (session, state) => ({
    plannedPrivate: encodeHeld(entriesIn(state).map(([, entry]) => entry)),
    diagnostics: entriesIn(state).flatMap(([key, entry]) =>
      session.ledger.configurations.claim(claimOf(entry, entry, { at: [entriesAttribute, { key }] })),
    ),
  }),

  mayFallBack: (state) => entriesIn(state).some(([, entry]) => isGuarded(entry)),

  plan: planCollection,

  async planDestroy(session, prior) {
    const diagnostics = await planDeletions(session, entriesIn(prior), "resource");
    return session === undefined ? [...diagnostics, notReviewed] : diagnostics;
  },

  reviewDestroy: (session, prior) =>
    reviewDeletions(
      session,
      entriesIn(prior).map(([, entry]) => entry),
    ),

  async read(session, state, storedPrivate) {
    const notes = notesIn(storedPrivate);
    const entries: [string, ObjectValue][] = [];
    const diagnostics: Diagnostic[] = [];
    for (const [key, entry] of entriesIn(state)) {
      const read = await readEntry(session, entry, notes, timeoutsOf(state));
      if (read.state !== null) entries.push([key, read.state]);
      diagnostics.push(...read.diagnostics);
    }
    return {
      state: { ...state, id: session.accountId, [entriesAttribute]: objectOf(entries) },
      storedPrivate: encodeNotes({ ...notes, unseen: new Set() }),
      diagnostics,
    };
  },

  apply: applyCollection,

  async destroy(session, prior, { plannedPrivate, shown } = shownAlready) {
    const entries = entriesIn(prior).map(([, entry]) => entry);
    const { ids, diagnostics: refusals } = await deletableConfigurations(
      session,
      entries,
      new Set(adoptsIn(plannedPrivate).values()),
      shown,
    );
    if (hasErrors(refusals)) return refusals; // all of it, or nothing
    if (session.dryRun && ids.length === 0) return [dryRunError()];
    const deletes = new Set<unknown>(ids);
    const going = entriesIn(prior).flatMap(([key, entry]) =>
      deletes.has(entry["id"])
        ? toDeletion(entry, plannedPrivate, timeoutsOf(prior).delete).map((change) => ({ key, change }))
        : [],
    );
    const results = await session.submit(going.map(({ change }) => change));
    const left = results.flatMap(({ diagnostics }, at) => {
      const key = JSON.stringify(going[at]?.key ?? "");
      return diagnostics.map((each) => ({ ...each, detail: `${key}: ${each.detail}` }));
    });
    return [...refusals, ...left];
  },

  importState: async (session, text) => ({ [entriesAttribute]: await parseCollectionImportId(session, text) }),
};

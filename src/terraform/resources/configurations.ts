import { isDeepStrictEqual } from "node:util";
import { type Diagnostic, hasErrors, warning } from "../../diagnostics/diagnostic";
import { listed } from "../../model/suggest";
import { dryRunError } from "../common-diagnostics";
import { adoptsIn, entriesAttribute, entriesIn, removed } from "../configuration/collection-entries";
import { appliedState, claimOf, toChange, toDeletion } from "../configuration/configuration-state";
import { readEntry } from "../configuration/live-configuration";
import { encodeNotes, mergeNotes, notesAfterApply, notesIn, notesOf } from "../configuration/notes";
import { deletableConfigurations, isGuarded } from "../deletion/guards";
import { encodeHeld, planDeletions, reviewDeletions } from "../deletion/plan-deletion";
import { identityOfAccount } from "../identities";
import { type ResourceType, shownAlready } from "../provider";
import { resourceSchemas } from "../schema/resources";
import { timeoutsOf } from "../timeouts";
import { configurationsTo1 } from "../upgrade";
import { validateConfigurations } from "../validate";
import { objectOf, type ObjectValue, textIn, type Value } from "../value";
import { withKnownReview } from "../verdict/review-value";
import { notReviewed } from "../verdict/unknown-leaves";
import { parseCollectionImportId } from "./import-ids";
import { planCollection } from "./plan-collection";

const { scanform_configurations: schema } = resourceSchemas;

/** Applies all changed entries in one batch. The state has what succeeded. */
export const applyCollection: ResourceType["apply"] = async ({ session, prior, planned: last, plannedPrivate }) => {
  const planned = withKnownReview(last, plannedPrivate);
  const adopts = adoptsIn(plannedPrivate);
  const before = new Map(prior === null ? [] : entriesIn(prior));
  const byId = new Map([...before.values()].map((entry) => [entry["id"], entry]));
  const wanted = entriesIn(planned).map(([key, entry]) => ({
    key,
    entry,
    old: byId.get(entry["id"] ?? null) ?? null,
  }));
  const changed = wanted.filter(({ entry, old }) => old === null || !isDeepStrictEqual(entry, old));
  const gone = removed(before, entriesIn(planned));
  const guarded = await deletableConfigurations(
    session,
    gone.map(([, entry]) => entry),
    new Set(),
    true,
  );
  const isDeletable = new Set<string>(guarded.ids);
  const going = gone.filter(([, entry]) => isDeletable.has(textIn(entry["id"])));
  const timeouts = timeoutsOf(planned);
  const results = await session.submit([
    ...changed.map(({ key, entry, old }) => toChange(entry, old, plannedPrivate, adopts.get(key), timeouts)),
    ...going.flatMap(([, entry]) => toDeletion(entry, plannedPrivate, timeouts.delete)),
  ]);
  const diagnostics: Diagnostic[] = [...guarded.diagnostics];
  const unchanged = wanted.filter((each) => !changed.includes(each)).map(({ entry }) => textIn(entry["id"]));
  const stored = notesIn(plannedPrivate);
  const notes = [notesOf(stored, new Set(unchanged))];
  const after = new Map<string, Value>(wanted.flatMap(({ key, entry, old }) => (old === null ? [] : [[key, entry]])));
  for (const [at, { key, entry, old }] of changed.entries()) {
    const adopted = adopts.has(key);
    const settled = notesAfterApply(entry, old, results[at] ?? { diagnostics: [] }, stored);
    const result = appliedState({ prior: old, planned: entry, adopted }, settled.result);
    notes.push(settled.notes);
    diagnostics.push(...result.diagnostics.map((each) => atEntry(each, key)));
    if (result.state === null) after.delete(key);
    else after.set(key, result.state);
  }
  if (hasErrors(guarded.diagnostics))
    for (const [key, entry] of gone) if (!isDeletable.has(textIn(entry["id"]))) after.set(key, entry);
  for (const [at, [key, entry]] of going.entries()) {
    const left = results[changed.length + at]?.diagnostics ?? [];
    diagnostics.push(...left.map((each) => atEntry(each, key)));
    if (left.some(({ severity }) => severity === "error")) after.set(key, entry);
  }
  const staying = gone.filter(([key, entry]) => after.get(key) === entry);
  notes.push(notesOf(stored, new Set(staying.map(([, entry]) => textIn(entry["id"])))));
  if (session.dryRun && prior !== null)
    return { state: prior, diagnostics: hasErrors(diagnostics) ? diagnostics : [...diagnostics, dryRunError()] };
  const keys = [...changed.map(({ key }) => key), ...gone.map(([key]) => key)];
  const failed = new Set(keys.filter((key) => diagnostics.some((each) => isErrorAt(each, key))));
  // with a state Terraform would taint the collection and replace it with all its configurations
  if (prior === null && hasErrors(diagnostics))
    return { state: null, diagnostics: [...diagnostics, ...partlyApplied(keys, failed, false)] };
  const state = { ...planned, id: session.accountId, [entriesAttribute]: objectOf([...after]) };
  return {
    state,
    diagnostics: [...diagnostics, ...partlyApplied(keys, failed, true)],
    storedPrivate: encodeNotes(mergeNotes(notes)),
  };
};

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

const isErrorAt = ({ severity, attribute = [] }: Diagnostic, key: string): boolean => {
  const [, step] = attribute;
  return severity === "error" && typeof step === "object" && step.key === key;
};

const atEntry = (each: Diagnostic, key: string): Diagnostic => ({
  ...each,
  attribute: [entriesAttribute, { key }, ...(each.attribute ?? [])],
});

/**
 * A warning that lists the entries that were applied and those that failed, where there are both.
 *
 * @param wanted keys of the entries that were to change
 * @param failed keys of those that did not
 * @param inState whether the state has what holds
 */
function partlyApplied(
  wanted: readonly string[],
  failed: ReadonlySet<string>,
  inState: boolean,
): readonly Diagnostic[] {
  const done = wanted.filter((key) => !failed.has(key));
  if (failed.size === 0 || done.length === 0) return [];
  const held = `Applied: ${listed(done, wanted.length)}. Not applied: ${listed([...failed], failed.size)}.`;
  return [
    inState
      ? warning("collection-partly-applied", `${held} The state has exactly this; the next plan shows the rest.`)
      : warning(
          "collection-without-state",
          `${held} They stay as they are. The next apply takes them over by their names, and creates what is missing.`,
        ),
  ];
}

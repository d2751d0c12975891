import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic";
import { isDeepStrictEqual } from "node:util";
import type { Change } from "../account/change";
import {
  declaredPart,
  toChange,
  appliedState,
  idOf,
  plannedState,
  refreshedState,
  withAdopted,
} from "../configuration/configuration-state";
import { deletable, refuseReplacementInUse } from "../configuration/deletion-guard";
import { isForced, isGuarded } from "../deletion/guards";
import { namesOfDeleted } from "../deletion/names-of-deleted";
import { planDeletion } from "../deletion/plan-deletion";
import { assignedRepositories } from "../configuration/assigned-repositories";
import { liveConfiguration } from "../configuration/live-configuration";
import { encodeNotes, mergeNotes, notesIn, notesOf, withoutFilledIn } from "../configuration/notes";
import { reviewValue, unknownReview } from "../review/review-value";
import { feltByHolders, feltByLoss } from "../review/review-configuration";
import { rememberSeen, type SeenConfiguration, seenConfiguration, seenConfigurations } from "../review/seen";
import type { Felt } from "../verdict/felt";
import { rememberIds, rememberedIds } from "../configuration/replaced-ids";
import { notReviewed, reviewUnknown } from "../configuration/not-reviewed";
import { partlyApplied } from "../configuration/partly-applied";
import { all, entriesIn, namedTwice, nullsIn, removed, renamedKeys } from "../configuration/collection-entries";
import { review } from "../configuration/review";
import { entriesOf, objectOf } from "../configuration/settings";
import { settle } from "../configuration/settle";
import { validateConfiguration } from "../configuration/validate-configuration";
import { type PrivateState, type ResourceType, shownAlready } from "../resource";
import { dryRunError } from "../common-diagnostics";
import { resourceSchemas } from "../schema/resources";
import { timeoutsOf } from "../timeouts";
import { configurationsTo1 } from "../upgrade/configurations";
import { isObjectValue, isUnknown, isWhollyKnown, type ObjectValue, type Value, textIn } from "../values/value";
import { idOfAccount } from "./id-of-account";
import { parseCollectionImportId } from "./parse-collection-import-id";

const { scanform_configurations: schema } = resourceSchemas;

/**
 * `scanform_configurations`: many configurations as one resource, of which the plan shows the elements
 * that differ, and which is applied in the fewest requests however many there are.
 */
export const configurations: ResourceType = {
  schema,
  upgrades: [configurationsTo1],
  validate: (config) =>
    nullsIn(config)
      .concat(entriesIn(config).flatMap(([key, entry]) => validateConfiguration(entry, [all, { key }])))
      .concat(namedTwice(entriesIn(config))),

  unchanged: (session, state) => ({
    privateState: rememberIds(entriesIn(state).map(([, entry]) => entry)),
    diagnostics: entriesIn(state).flatMap(([key, entry]) =>
      session.ledger.configurations.claim({
        name: entry["name"] ?? null,
        id: idOf(entry),
        replaces: false,
        at: [all, { key }],
      }),
    ),
  }),

  mayFallBack: (state) => entriesIn(state).some(([, entry]) => isGuarded(entry)),

  async plan({ session, prior, config, remembered: kept = {}, replacedPrivate: remembered }) {
    const id = idOfAccount(session, prior);
    if (!isObjectValue(config[all]))
      return {
        planned: { ...config, id, review: unknownReview },
        diagnostics: [reviewUnknown(session, "A collection of configurations", [all])],
      };
    const before = new Map(prior === null ? [] : entriesIn(prior));
    const moved = renamedKeys(entriesIn(config), before);
    const planned: [string, ObjectValue][] = [];
    const pending = entriesOf(config[all]).filter(([, entry]) => isUnknown(entry));
    const diagnostics = pending.map(([key]) => reviewUnknown(session, JSON.stringify(key), [all, { key }]));
    const adopts = new Map<string, string>();
    const replaced = rememberedIds(remembered);
    const seen = seenConfigurations(kept);
    const felt: Felt[] = [];
    for (const [key, entry] of entriesIn(config)) {
      const old = before.get(key) ?? moved.get(key) ?? null;
      const next = plannedState(entry, old);
      if (session === undefined) {
        planned.push([key, next]);
        continue;
      }
      const at = [all, { key }];
      const same = old !== null && isDeepStrictEqual(next, old);
      const reviewed = same ? { diagnostics: [] } : await review(session, next, old, at);
      felt.push(...(await feltByHolders(session, reviewed, seen)));
      const live = idOf(old ?? {}) ?? reviewed.adopts;
      diagnostics.push(
        ...reviewed.diagnostics,
        ...session.ledger.configurations.claim({
          name: entry["name"] ?? null,
          id: live,
          replaces: remembered !== undefined,
          at,
        }),
      );
      planned.push([key, withAdopted(next, reviewed.adopts)]);
      if (reviewed.adopts !== undefined) adopts.set(key, reviewed.adopts);
    }
    const taken = new Set(adopts.values());
    // an entry that is not known yet may be one of those
    const gone =
      pending.length > 0 ? [] : removed(before, planned).filter(([, entry]) => !taken.has(textIn(entry["id"])));
    for (const [key, entry] of gone) {
      // of the path, no more than what is declared still
      const given = await planDeletion(session, entry, "entry", [all]);
      diagnostics.push(...given.map((each) => ({ ...each, detail: `${JSON.stringify(key)}: ${each.detail}` })));
      if (isForced(entry))
        felt.push(...feltByLoss(textIn(entry["id"]), textIn(entry["name"]), seen[textIn(entry["id"])]));
    }
    diagnostics.push(
      ...namesOfDeleted(
        gone.map(([, entry]) => textIn(entry["name"])),
        [all],
      ),
    );
    const entries = objectOf([...planned, ...pending]);
    const same = isDeepStrictEqual(entries, prior?.[all]);
    const isKnown = session !== undefined && planned.every(([, entry]) => isWhollyKnown(declaredPart(entry)));
    const effect = isKnown && pending.length === 0 ? reviewValue(felt) : unknownReview;
    const next = { ...config, id, [all]: entries, review: same ? (prior?.["review"] ?? null) : effect };
    if (session === undefined && !same) diagnostics.push(notReviewed);
    if (session !== undefined && pending.length === 0 && !planned.some(([, entry]) => isUnknown(entry["name"])))
      for (const id of replaced) if (!taken.has(id)) diagnostics.push(...(await refuseReplacementInUse(session, id)));
    const privateState = { ...rememberIds([...before.values()]), adopts: JSON.stringify([...adopts]) };
    return { planned: next, diagnostics, privateState };
  },

  async planDestroy(session, prior) {
    if (session === undefined) return [notReviewed];
    const diagnostics: Diagnostic[] = [];
    for (const [key, entry] of entriesIn(prior)) {
      const given = await planDeletion(session, entry, "resource");
      diagnostics.push(...given.map((each) => ({ ...each, detail: `${JSON.stringify(key)}: ${each.detail}` })));
    }
    return diagnostics;
  },

  async read(session, state, before) {
    const notes = notesIn(before);
    const entries: [string, ObjectValue][] = [];
    const diagnostics: Diagnostic[] = [];
    const seen: Record<string, SeenConfiguration> = {};
    for (const [key, entry] of entriesIn(state)) {
      const id = idOf(entry);
      const live =
        id === undefined
          ? undefined
          : await liveConfiguration(session, id, notes.unseen.has(id) ? timeoutsOf(state).create : undefined);
      if (live === undefined) continue;
      entries.push([key, refreshedState(entry, withoutFilledIn(live, notes))]);
      seen[live.id] = seenConfiguration(live.settings, await assignedRepositories(session, live.id));
      diagnostics.push(...session.ledger.configurations.read(live.id));
    }
    return {
      state: { ...state, id: session.accountId, [all]: objectOf(entries) },
      remembered: rememberSeen(seen),
      diagnostics,
      privateState: encodeNotes({ ...notes, unseen: new Set() }),
    };
  },

  async apply({ session, prior, planned, privateState }) {
    const adopts = adoptsIn(privateState);
    const before = new Map(prior === null ? [] : entriesIn(prior));
    const byId = new Map([...before.values()].map((entry) => [entry["id"], entry]));
    const wanted = entriesIn(planned).map(([key, entry]) => ({
      key,
      entry,
      old: byId.get(entry["id"] ?? null) ?? null,
    }));
    const changed = wanted.filter(({ entry, old }) => old === null || !isDeepStrictEqual(entry, old));
    const gone = removed(before, entriesIn(planned));
    const kept = await deletable(
      session,
      gone.map(([, entry]) => entry),
      new Set(),
      true,
    );
    const isDeletable = new Set<string>(kept.ids);
    const going = gone.filter(([, entry]) => isDeletable.has(textIn(entry["id"])));
    const timeouts = timeoutsOf(planned);
    const results = await session.submit([
      ...changed.map(({ key, entry }) => toChange(entry, adopts.get(key), timeouts)),
      ...going.flatMap(([, entry]): readonly Change[] => deletion(entry, timeouts.delete)),
    ]);
    const diagnostics: Diagnostic[] = [...kept.diagnostics];
    const unchanged = wanted.filter((each) => !changed.includes(each)).map(({ entry }) => textIn(entry["id"]));
    const notes = [notesOf(notesIn(privateState), new Set(unchanged))];
    const after = new Map<string, Value>(wanted.flatMap(({ key, entry, old }) => (old === null ? [] : [[key, entry]])));
    for (const [at, { key, entry, old }] of changed.entries()) {
      const adopted = adopts.has(key);
      const settled = settle(entry, old, results[at] ?? { diagnostics: [] });
      const result = appliedState({ prior: old, planned: entry, adopted }, settled.result);
      notes.push(settled.notes);
      diagnostics.push(...result.diagnostics.map((each) => placed(each, key)));
      if (result.state === null) after.delete(key);
      else after.set(key, result.state);
    }
    if (hasErrors(kept.diagnostics))
      for (const [key, entry] of gone) if (!isDeletable.has(textIn(entry["id"]))) after.set(key, entry);
    for (const [at, [key, entry]] of going.entries()) {
      const left = results[changed.length + at]?.diagnostics ?? [];
      diagnostics.push(...left.map((each) => placed(each, key)));
      if (left.some(({ severity }) => severity === "error")) after.set(key, entry);
    }
    if (session.dryRun && prior !== null)
      return { state: prior, diagnostics: hasErrors(diagnostics) ? diagnostics : [...diagnostics, dryRunError()] };
    const keys = [...changed.map(({ key }) => key), ...gone.map(([key]) => key)];
    const failed = new Set(keys.filter((key) => diagnostics.some((each) => isErrorAt(each, key))));
    // with a state Terraform would taint the collection and replace it with all its configurations
    if (prior === null && hasErrors(diagnostics))
      return { state: null, diagnostics: [...diagnostics, ...partlyApplied(keys, failed, false)] };
    const state = { ...planned, id: session.accountId, [all]: objectOf([...after]) };
    return {
      state,
      diagnostics: [...diagnostics, ...partlyApplied(keys, failed, true)],
      privateState: encodeNotes(mergeNotes(notes)),
    };
  },

  async destroy(session, prior, { privateState, shown } = shownAlready) {
    const entries = entriesIn(prior).map(([, entry]) => entry);
    const { ids, diagnostics: kept } = await deletable(
      session,
      entries,
      new Set(adoptsIn(privateState).values()),
      shown,
    );
    if (session.dryRun && ids.length === 0) return [dryRunError()];
    const results = await session.submit(
      ids.map((id): Change => ({ kind: "deletion", id, timeout: timeoutsOf(prior).delete })),
    );
    return [...kept, ...results.flatMap(({ diagnostics }) => diagnostics)];
  },

  importState: async (session, text) => {
    const { entries, diagnostics } = await parseCollectionImportId(session, text);
    return { state: entries === undefined ? null : { [all]: objectOf(entries) }, diagnostics };
  },
};

/** By key, what a plan has noted to take over. */
const adoptsIn = (privateState: PrivateState): ReadonlyMap<string, string> =>
  new Map(JSON.parse(privateState["adopts"] ?? "[]") as readonly (readonly [string, string])[]);

const deletion = (entry: ObjectValue, timeout: number): readonly Change[] => {
  const id = idOf(entry);
  return id === undefined ? [] : [{ kind: "deletion", id, timeout }];
};

const isErrorAt = ({ severity, attribute = [] }: Diagnostic, key: string): boolean => {
  const [, step] = attribute;
  return severity === "error" && typeof step === "object" && step.key === key;
};

const placed = (each: Diagnostic, key: string): Diagnostic => ({
  ...each,
  attribute: [all, { key }, ...(each.attribute ?? [])],
});

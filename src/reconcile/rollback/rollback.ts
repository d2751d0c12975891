import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { Desired, DesiredAssignments, DesiredConfiguration, DesiredTriage } from "../../model/desired";
import type { Configuration, Observed, ObservedTriages } from "../../model/entities";
import { triageCategories, type TriageCategory } from "../../model/findings";
import { groupBy } from "../../model/group-by";
import { address, type Address, type ConfigurationId, type RepositoryId, repositoryId } from "../../model/ids";
import { entryOf, isSameAt, leavesOf, settingsOf, withThese } from "../../model/leaves";
import { type Fate, fatesOf, type States, undone } from "../../model/states";
import { listed } from "../../model/suggest";
import { isCreatedFrom } from "../apply/changed";
import type { Image, JournalEntry, SendingEntry, SettledEntry } from "../apply/journal-entry";
import { undeclared } from "../plan/deletions";
import { rollbackAssignments } from "../plan/effects";
import { diff } from "../plan/merge";

/** The plan input that undoes an apply. */
interface Rollback {
  readonly desired: Desired;
  /** Changes that cannot be undone, or are kept because somebody has changed them since. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The declaration that undoes everything that a journal records as written, or possibly written. Later changes by
 * others are kept and reported.
 */
export function rollback(entries: readonly JournalEntry[], observed: Observed): Rollback {
  const effective = effectiveOf(entries);
  const diagnostics: Diagnostic[] = [];
  const say = (at: Address, detail: string): void => {
    diagnostics.push(warning("no-way-back", detail, { address: at }));
  };
  const live = new Map(observed.configurations.map((each) => [each.id, each]));
  // of a configuration that was written twice: as it was before the first write, and after the last one
  const images = new Map<ConfigurationId, Image>();
  for (const image of effective.flatMap((each) => each.images))
    images.set(image.id, { ...image, before: images.get(image.id)?.before ?? image.before });
  for (const [id, image] of images) images.set(id, withBeside(image, entries));
  const gone = new Set([...images.keys()].filter((id) => !live.has(id)));
  const configurations = [...images.values()].flatMap((image): readonly DesiredConfiguration[] => {
    const now = live.get(image.id);
    return now === undefined
      ? recreated(image, observed.configurations, say)
      : restored(image, now, besidePaths(image, entries), say);
  });
  const triages = restoreTriages(effective, observed.triages ?? { found: new Map() }, say);
  const { deletions, created } = undoneCreates(effective, observed.configurations, say);
  return {
    desired: {
      configurations,
      assignments: movedBack(effective, observed, { gone, created }, say),
      deletions,
      triages,
    },
    diagnostics,
  };
}

/**
 * The image of a configuration in which what the apply found beside its write counts as its own: it is put back too, where
 * it is still so.
 */
function withBeside(image: Image, entries: readonly JournalEntry[]): Image {
  const paths = besidePaths(image, entries);
  const found = endOf(entries)?.configurations.find(({ id }) => id === image.id);
  if (image.after === undefined || found === undefined || paths.length === 0) return image;
  const after = withThese(leavesOf(image.after.settings), paths, leavesOf(found.settings));
  return { ...image, after: { ...image.after, settings: settingsOf(after) } };
}

const endOf = (entries: readonly JournalEntry[]) => entries.findLast((each) => each.type === "applied");

/** What the apply found in a configuration beside its write. */
const besidePaths = ({ id }: Image, entries: readonly JournalEntry[]): readonly string[] =>
  (endOf(entries)?.beside ?? []).flatMap(({ configuration, path }) => (configuration === id ? [path] : []));

interface Effective extends SendingEntry {
  /** The result, if known; absent when the apply died first. */
  readonly settled?: SettledEntry;
}

/** The writes that took effect, or may have. */
function effectiveOf(entries: readonly JournalEntry[]): readonly Effective[] {
  const settled = new Map(entries.flatMap((each) => (each.type === "settled" ? [[each.write, each] as const] : [])));
  return entries.flatMap((each): readonly Effective[] => {
    if (each.type !== "sending") return [];
    const end = settled.get(each.write.id);
    return end?.refused === true ? [] : [{ ...each, settled: end }];
  });
}

type Say = (at: Address, detail: string) => void;

/** @param beside leaves that the apply found neither as before nor as written */
function restored(
  image: Image,
  now: Configuration,
  beside: readonly string[],
  say: Say,
): readonly DesiredConfiguration[] {
  const { address: at, before, after } = image;
  if (after === undefined) return []; // it was to be deleted and still exists
  const states = { before: leavesOf(before.settings), after: leavesOf(after.settings), now: leavesOf(now.settings) };
  const settings = settingsOf(undone(states));
  const fates = fatesOf(states);
  const others = [...fates].filter(([path, fate]) => fate === "other" && !isSameAt(path, states.before, states.after));
  const conflicts = [...new Set(others.map(([path]) => conflictAt(path, states, fates)))];
  if (conflicts.length > 0) say(at, `${listed(conflicts)} have been changed since, and are left as they are.`);
  const renamed = now.name === after.name && before.name !== undefined ? before.name : now.name;
  if (now.name !== after.name && now.name !== before.name)
    say(at, `It has been renamed to ${JSON.stringify(now.name)} since, and keeps that name.`);
  // no request goes out for a setting alone that this version does not know, or for a second entry of a policy
  const isWritten = renamed !== now.name || diff(now.settings, settings).length > 0;
  const [was, is] = [leavesOf(before.settings), leavesOf(isWritten ? settings : now.settings)];
  const lost = beside.filter((path) => was.has(path) && !isSameAt(path, was, is));
  const unsaid = lost.filter((path) => !conflicts.includes(path));
  if (unsaid.length > 0) say(at, `${listed(unsaid)} cannot be put back. Restore that in the dashboard.`);
  return [{ address: at, id: image.id, name: renamed ?? "", settings, whole: true }];
}

/** An entry that has come or gone is named as a whole. */
function conflictAt(path: string, { before, after }: States, fates: ReadonlyMap<string, Fate>): string {
  const leaf = before.get(path) ?? after.get(path);
  const entry = leaf && entryOf(leaf);
  return entry !== undefined && fates.has(entry) ? entry : path;
}

function recreated(
  { address: at, before, id, after }: Image,
  live: readonly Configuration[],
  say: Say,
): readonly DesiredConfiguration[] {
  if (after !== undefined) {
    say(at, `The configuration ${id} has been deleted since; what was changed in it is not restored.`);
    return [];
  }
  if (live.some(({ name }) => name === (before.name ?? id))) {
    say(at, `${JSON.stringify(before.name ?? id)} exists again, created by somebody else, and is left as it is.`);
    return [];
  }
  say(at, `${JSON.stringify(before.name ?? id)} is created again with its settings, under another id than ${id}.`);
  return [{ address: at, name: before.name ?? id, settings: before.settings, whole: true }];
}

/** Deletes what was created, unless that is forbidden or it is ambiguous which one it is. */
function undoneCreates(effective: readonly Effective[], live: readonly Configuration[], say: Say) {
  const ids = new Set(live.map((each) => each.id));
  const created: ConfigurationId[] = [];
  const deletions: ConfigurationId[] = [];
  for (const { write, settled, preventDestroy, at: since } of effective) {
    if (write.kind !== "create") continue;
    const at = write.carries[0] ?? rollbackAssignments;
    // without an answer, only a configuration exactly as requested, and no older, is taken for the new one
    const named = live
      .filter((each) => isCreatedFrom(each, write.body) && notBefore(each, since))
      .map((each) => each.id);
    const id = settled?.created ?? (named.length === 1 ? named[0] : undefined);
    if (id === undefined) {
      if (named.length > 1) say(at, `Which of ${listed(named)} was created is not known; none is deleted.`);
      continue;
    }
    if (!ids.has(id)) continue;
    created.push(id);
    const now = live.find((each) => each.id === id);
    if (now !== undefined && !isCreatedFrom(now, write.body))
      say(at, `${JSON.stringify(now.name ?? id)} has been changed since it was created, and stays.`);
    else if (preventDestroy === true)
      say(at, `${JSON.stringify(write.body.name)} stays: it has prevent_destroy, or deletion_protection.`);
    else deletions.push(id);
  }
  return { deletions, created: new Set(created) };
}

const notBefore = ({ created_at: made }: Configuration, since: string | undefined): boolean =>
  made === undefined || since === undefined || Date.parse(made) >= Date.parse(since) - clockSkew;

/** The maximum difference between the service's clock and ours, in milliseconds. */
const clockSkew = 60_000;

/** Moves repositories back to their former configuration, if they still have the one that the apply gave them. */
function movedBack(
  effective: readonly Effective[],
  observed: Observed,
  { gone, created }: { readonly gone: ReadonlySet<ConfigurationId>; readonly created: ReadonlySet<ConfigurationId> },
  say: Say,
): readonly DesiredAssignments[] {
  const live = new Set(observed.configurations.map((each) => each.id));
  const repositories = new Map(observed.repositories.map((each) => [each.id, each]));
  const back: { readonly id: RepositoryId; readonly to: ConfigurationId }[] = [];
  const stuck: string[] = [];
  const changed: string[] = [];
  const bare: string[] = [];
  // a write that was tried once more in another form lists the same repositories again
  const moved = new Map<string, { readonly from: ConfigurationId | null; readonly by: Effective }>();
  for (const by of effective)
    for (const [text, former] of Object.entries(by.repositories))
      moved.set(text, { from: (moved.get(text) ?? { from: former }).from, by });
  for (const [text, { from: id, by }] of moved) {
    const { write, settled } = by;
    const repository = repositories.get(repositoryId(text));
    if (repository === undefined) continue;
    const name = repository.name ?? repository.id;
    const got = write.kind === "create" ? settled?.created : "configuration" in write ? write.configuration : undefined;
    const has = repository.configuration_id;
    if (has === (id ?? undefined)) continue;
    if (write.kind !== "delete" && has !== got && !(got === undefined && has !== undefined && created.has(has))) {
      (has === undefined ? bare : changed).push(name);
      continue;
    }
    if (id === null || (!live.has(id) && !gone.has(id))) stuck.push(name);
    else back.push({ id: repository.id, to: id });
  }
  const report = (names: readonly string[], what: string): void => {
    if (names.length > 0) say(rollbackAssignments, `${listed(names)} ${what}`);
  };
  report(stuck, "had no configuration, or one that is gone. The service cannot unassign: they stay.");
  report(changed, "got another configuration since, and keep it.");
  report(bare, "lost the configuration that the apply gave, and stay without one.");
  const rules = [...groupBy(back, ({ to }) => to)].map(([id, all]) => ({
    target: { configuration: live.has(id) ? { id } : { address: undeclared(id) } },
    repositoryIds: all.map((each) => each.id),
  }));
  return rules.length === 0 ? [] : [{ address: rollbackAssignments, rules }];
}

/** The findings that a journal has triaged. */
export const triagedFindings = (entries: readonly JournalEntry[]): readonly string[] =>
  entries.flatMap((each) => (each.type === "sending" && "finding" in each.write ? [each.write.finding] : []));

/**
 * The triages that findings had before a journal: a category, or none. One that somebody has changed since is kept and
 * reported.
 *
 * @param effective the writes that took effect, or may have
 */
function restoreTriages(
  effective: readonly SendingEntry[],
  { found }: Pick<ObservedTriages, "found">,
  say: Say,
): readonly DesiredTriage[] {
  const written = groupBy(
    effective.flatMap(({ write, triage }) => ("finding" in write && triage !== undefined ? [{ write, triage }] : [])),
    ({ write }) => write.finding,
  );
  return [...written].flatMap(([findingId, all]): readonly DesiredTriage[] => {
    const before = all[0]?.triage.before ?? null;
    const at = all[0]?.write.carries[0] ?? address(`finding ${findingId}`);
    const after: readonly (string | null)[] = all.map(({ write }) =>
      write.kind === "set-triage" ? write.category : null,
    );
    const status = found.get(findingId.toLowerCase());
    if (status === undefined || status.is === "unclear") {
      say(at, `How the finding ${findingId} is triaged now cannot be read, and stays as it is.`);
      return [];
    }
    const now = status.is === "set" ? status.category : null;
    if (now === before) return [];
    if (!after.includes(now)) {
      say(at, `The finding ${findingId} has been triaged differently since, and keeps ${now ?? "no triage"}.`);
      return [];
    }
    if (before !== null && !isCategory(before)) {
      say(at, `${JSON.stringify(before)}, which the finding ${findingId} had, is not a category that can be set.`);
      return [];
    }
    return [{ address: at, findingId, category: before, justification: "It is put back as it was before the apply." }];
  });
}

const isCategory = (text: string): text is TriageCategory => triageCategories.some((each) => each === text);

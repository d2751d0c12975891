import { enumeration, listed } from "../../diagnostics/enumeration";
import type { Configuration, Repository } from "../../model/observed";
import type { ConfigurationId } from "../../model/ids";
import { differences, isSameAt, type Leaves, leavesOf, settingsOf, withThese } from "../../model/leaves";
import type { Named } from "../../model/namesakes";
import { sameText } from "../../model/normal-form";
import { fatesOf, undoneLeaves } from "../../model/states";
import type { ConfigurationState, WrittenConfiguration } from "../../model/written";
import type { ConfigurationChange } from "../plan/change";
import { conflictText, conflict, conflictsAt } from "../plan/conflict";
import { diff, holds } from "../plan/target";

/** What becomes of a configuration that an apply has written. */
export interface Back {
  readonly written: WrittenConfiguration;
  readonly change?: ConfigurationChange;
  readonly deletes?: Configuration;
  /** What of it stays as it is, and why. */
  readonly stays: readonly string[];
}

interface Circumstances {
  readonly live: ReadonlyMap<ConfigurationId, Configuration>;
  /** The repositories that keep it, and with it a configuration that was created. */
  readonly staying: readonly Repository[];
  /** The configuration that has its former name by now. */
  readonly takenBy: ConfigurationId | undefined;
  readonly called: Called;
}

/** What a configuration is called: by its name, and by its id where others have the name. */
export type Called = (one: Named) => string;

/** Puts back one configuration: see `planBack`. */
export function configurationBack(written: WrittenConfiguration, around: Circumstances): Back {
  const { id, before, after } = written;
  if (before === undefined) return creationUndone(written, around);
  const now = id === undefined ? undefined : around.live.get(id);
  const name = before.name ?? id ?? "";
  const what = around.called({ id, name });
  if (after.length > 0)
    return now === undefined ? { written, stays: [`${what} is gone.`] } : restored(written, before, now, around);
  if (now !== undefined) return { written, stays: [] };
  if (around.takenBy !== undefined)
    return {
      written,
      stays: [`${what} is not created again: another configuration, ${around.takenBy}, has its name.`],
    };
  const { address } = written;
  const { settings } = before;
  const changes = diff(undefined, settings);
  const declared = { address, name, settings, whole: true } as const;
  return {
    written,
    stays: [],
    change: { address, action: "create", declared, changes, after: settings, repositories: 0 },
  };
}

const quoted = (name: string | undefined): string => JSON.stringify(name ?? "");

function restored(
  written: WrittenConfiguration,
  before: ConfigurationState,
  now: Configuration,
  { takenBy, called }: Circumstances,
): Back {
  const { address, id, after } = written;
  const states = { before: leavesOf(before.settings), after: asLeft(after, now), now: leavesOf(now.settings) };
  const back = settingsOf(undoneLeaves(states));
  const planned = after.map(({ settings }) => leavesOf(settings));
  const others = [...fatesOf(states)].flatMap(([path, fate]) => {
    const isWritten = planned.some((each) => !isSameAt(path, states.before, each));
    return fate === "other" && isWritten ? [path] : [];
  });
  const isNamedBack = sameText(now.name ?? "", before.name ?? "");
  const isNameLeft = after.some((each) => (each.name ?? "") === (now.name ?? ""));
  const goesBack = !isNamedBack && isNameLeft && before.name !== undefined && takenBy === undefined;
  const name = goesBack ? before.name : now.name;
  const changes = diff(now.settings, back);
  // no request goes out for fields alone that this version does not know
  const lost = name === now.name && changes.length === 0 ? differences(states.now, leavesOf(back)) : [];
  const settings = lost.length > 0 ? now.settings : back;
  const what = called(now);
  const since = conflictsAt(others, states.after, states.now).map(conflictText);
  const keepsName =
    isNamedBack || goesBack
      ? []
      : !isNameLeft
        ? [`${what} has been renamed since, from ${quoted(after[0]?.name)}, and keeps its name.`]
        : before.name === undefined
          ? [`${what} had no name, and keeps this one: the service cannot take a name away.`]
          : [
              `${what} is not renamed to ${quoted(before.name)}: another configuration, ${String(takenBy)}, has that name.`,
            ];
  return {
    written,
    change: {
      ...{ address, changes, after: settings, live: now, repositories: 0 },
      action: name !== now.name ? "adopt" : changes.length > 0 ? "update" : "no-op",
      declared: { address, ...(id === undefined ? {} : { id }), name: name ?? "", settings, whole: true },
    },
    stays: [
      ...(since.length === 0 ? [] : [`${what} has been changed since, and keeps that: ${since.join("; ")}.`]),
      ...keepsName,
      ...(lost.length === 0 ? [] : [`${listed(lost)} of ${what} cannot be put back. Restore that in the dashboard.`]),
    ],
  };
}

/** The leaves as an apply has left them: those of now where one of its states has the same. */
function asLeft([last, ...others]: readonly ConfigurationState[], now: Configuration): Leaves {
  const [left, found] = [leavesOf(last?.settings ?? {}), leavesOf(now.settings)];
  const known = others.map(({ settings }) => leavesOf(settings));
  const same = differences(left, found).filter((path) => known.some((each) => isSameAt(path, each, found)));
  return withThese(left, same, found);
}

/** Deletes what was created and nobody has built upon. */
function creationUndone(written: WrittenConfiguration, { live, staying, called }: Circumstances): Back {
  const { id, after, preventDestroy } = written;
  const asked = after[0]?.name;
  const kept = (why: string): Back => ({
    written,
    stays: [`${called({ id, name: asked })} was created and stays: ${why}`],
  });
  if (id === undefined) {
    const candidates = candidatesFor(written, live.values());
    const textOf = (each: Configuration): string =>
      JSON.stringify(each.id) + (sameText(each.name, asked ?? "") ? "" : ` (renamed to ${quoted(each.name)})`);
    const which = enumeration(candidates.map(textOf), Infinity, "or");
    const detail = `The answer to the creation of ${quoted(asked)} was lost: it may be ${which}, and is not deleted.`;
    return { written, stays: candidates.length === 0 ? [] : [detail] };
  }
  const now = live.get(id);
  if (now === undefined) return { written, stays: [] };
  const [left, found] = [asLeft(after, now), leavesOf(now.settings)];
  const isNamed = after.some((each) => sameText(now.name, each.name ?? ""));
  const since = [
    ...(isNamed ? [] : [conflict("name", asked, now.name)]),
    ...conflictsAt(differences(left, found), left, found),
  ];
  if (since.length > 0) return kept(`it has been changed since: ${since.map(conflictText).join("; ")}.`);
  if (preventDestroy === true) return kept("it has prevent_destroy, or deletion_protection.");
  if (staying.length === 0) return { written, stays: [], deletes: now };
  const names = staying.map((each) => each.name ?? each.id);
  return kept(`${listed(names, Infinity)} ${names.length === 1 ? "has" : "have"} it. --force deletes it.`);
}

/** The configurations that a creation without an answer may have made: of its name, or with all that was asked for. */
export function candidatesFor(
  { after: [asked], namesakes = [] }: WrittenConfiguration,
  live: Iterable<Configuration>,
): readonly Configuration[] {
  if (asked === undefined) return [];
  const others = new Set(namesakes);
  const asksNothing = leavesOf(asked.settings).size === 0;
  const isLike = ({ name, settings }: Configuration): boolean =>
    sameText(name, asked.name ?? "") || (asksNothing ? leavesOf(settings).size === 0 : holds(settings, asked.settings));
  return [...live].filter((each) => !others.has(each.id) && isLike(each));
}

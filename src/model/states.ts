import { differences, isSameAt, type Leaves, withThese } from "./leaves";

/** An object in three states, each as flat leaves: what it was, what it was to become, what it is. */
export interface States {
  readonly before: Leaves;
  readonly after: Leaves;
  readonly now: Leaves;
}

/**
 * What has become of a leaf. One that was to stay and has stayed is `untouched`.
 * - `untouched`: now is before
 * - `done`: now is after
 * - `other`: neither
 */
export type Fate = "untouched" | "done" | "other";

/**
 * The fates of the leaves that were to change, or that have changed. Where an entry has come or gone and a leaf of it is
 * `other`, so is all of it: somebody has built upon it.
 */
export function fatesOf({ before, after, now }: States): ReadonlyMap<string, Fate> {
  const fates = new Map<string, Fate>();
  const entryAt = (path: string): string | undefined => {
    const leaf = before.get(path) ?? after.get(path) ?? now.get(path);
    return leaf?.place.entry;
  };
  const others = new Set<string | undefined>();
  for (const path of new Set([...differences(before, after), ...differences(before, now)])) {
    const fate = isSameAt(path, before, now) ? "untouched" : isSameAt(path, after, now) ? "done" : "other";
    if (fate === "other") others.add(entryAt(path));
    fates.set(path, fate);
  }
  for (const path of fates.keys()) {
    const entry = entryAt(path);
    if (entry !== undefined && others.has(entry) && fates.has(entry)) fates.set(path, "other");
  }
  return fates;
}

/** The object as if nothing of the change had been done: each leaf that is `done` is as before, all others are as now. */
export function undoneLeaves(states: States): Leaves {
  const done = [...fatesOf(states)].flatMap(([path, fate]) => (fate === "done" ? [path] : []));
  return done.length === 0 ? states.now : withThese(states.now, done, states.before);
}

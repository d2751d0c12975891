import type { Snapshot } from "./snapshot";

/** A name that only one of two snapshots has. */
export interface NameChange {
  readonly kind: "analyzers" | "policies" | "repositories";
  readonly constant: string;
  /** The slug, the title or the name. */
  readonly name: string;
}

export interface SnapshotChanges {
  readonly added: readonly NameChange[];
  readonly removed: readonly NameChange[];
}

/** What is in one snapshot only. A policy that has another title or id, and a name that has another constant, is in both lists. */
export function compareSnapshots(before: Snapshot | undefined, after: Snapshot): SnapshotChanges {
  const [old, now] = [before === undefined ? new Map<string, NameChange>() : entriesOf(before), entriesOf(after)];
  const only = (here: ReadonlyMap<string, NameChange>, there: ReadonlyMap<string, NameChange>) =>
    [...here].filter(([key]) => !there.has(key)).map(([, change]) => change);
  return { added: only(now, old), removed: only(old, now) };
}

function entriesOf({ analyzers, policies, repositories }: Snapshot): ReadonlyMap<string, NameChange> {
  const entries = new Map<string, NameChange>();
  const add = (kind: NameChange["kind"], constant: string, name: string, id = ""): void => {
    entries.set(JSON.stringify([kind, constant, name, id]), { kind, constant, name });
  };
  for (const [constant, slug] of Object.entries(analyzers)) add("analyzers", constant, slug);
  for (const [constant, { id, title }] of Object.entries(policies)) add("policies", constant, title, id);
  for (const [constant, name] of Object.entries(repositories)) add("repositories", constant, name);
  return entries;
}

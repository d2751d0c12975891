import { isEntry, type Units, type UnitValue } from "./unit";

/** Stands for `undefined` among overrides: removes a leaf or an entry. */
export const removed: unique symbol = Symbol("removed");

/** Units that overrides set; `removed` removes one. In an entry, only the leaves that differ, or all of them. */
export type Overrides = ReadonlyMap<string, UnitValue>;

/**
 * The overrides that make `to` out of `from`.
 *
 * @param isShared whether an entry occurs often: then all of its leaves are written where none has to be removed, since
 *   the whole is a constant
 */
export function overridesOf(from: Units, to: Units, isShared: (value: UnitValue) => boolean = () => false): Overrides {
  const overrides = new Map<string, UnitValue>();
  for (const [key, value] of to) {
    const before = from.get(key);
    if (JSON.stringify(before) === JSON.stringify(value)) continue;
    overrides.set(key, isEntry(before) && isEntry(value) ? entryOverrides(before, value, isShared) : value);
  }
  for (const key of from.keys()) if (!to.has(key)) overrides.set(key, removed);
  return overrides;
}

function entryOverrides(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  isShared: (value: UnitValue) => boolean,
): UnitValue {
  const gone = Object.keys(before).filter((leaf) => !Object.hasOwn(after, leaf));
  if (gone.length === 0 && isShared(after)) return after;
  const changed = Object.entries(after).filter(
    ([leaf, value]) => !Object.hasOwn(before, leaf) || JSON.stringify(before[leaf]) !== JSON.stringify(value),
  );
  return Object.fromEntries([...changed, ...gone.map((leaf) => [leaf, removed] as const)]);
}

import { define } from "../../../model/json";
import { compareText } from "../../../model/fingerprint";
import { mayTurn } from "../../../model/same-set";
import { analyzerFields, notificationFields, type Settings } from "../../../model/settings";

/** The value of one unit: a leaf, a list, or the leaves of an entry. */
export type UnitValue = unknown;

/**
 * Settings by unit: what overrides replace or remove by itself. Units are `["comment"]`, `["analyzers", "xss"]`;
 * the leaves of an entry are overridden one by one within it.
 */
export type Units = ReadonlyMap<string, UnitValue>;

export const unitKey = (path: readonly string[]): string => JSON.stringify(path);
export const unitPath = (key: string): readonly string[] => JSON.parse(key) as string[];

/**
 * An empty map of analyzers, and empty notifications, declare nothing and are left out. Keyed lists are sorted, the leaves
 * of an entry, and sets but those whose order counts: equal settings give equal units.
 */
export function unitsOf({ analyzers = {}, notifications, ...rest }: Settings): Units {
  const units = new Map<string, UnitValue>();
  for (const [name, value] of Object.entries(rest)) units.set(unitKey([name]), normal(value));
  for (const slug of Object.keys(analyzers).sort(compareText))
    units.set(unitKey(["analyzers", slug]), normal(analyzers[slug]));
  if (notifications !== undefined && Object.keys(notifications).length > 0)
    units.set(unitKey(["notifications"]), normal(notifications));
  return units;
}

/** The leaves of an entry in the order of the model. */
const order = [...Object.keys(analyzerFields), ...Object.keys(notificationFields)];

function normal(value: unknown): UnitValue {
  if (Array.isArray(value))
    return value.some(mayTurn)
      ? value
      : value.map(normal).sort((left, right) => compareText(JSON.stringify(left), JSON.stringify(right)));
  if (!isEntry(value)) return value;
  return entryOf(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => [name, normal(each)]),
  );
}

/** An entry with its leaves in the order of the model, after its id. */
export const entryOf = (leaves: readonly (readonly [name: string, value: unknown])[]): Entry =>
  Object.fromEntries(leaves.toSorted(([left], [right]) => order.indexOf(left) - order.indexOf(right)));

/** An analyzer or the notifications: settings by leaf. */
export type Entry = Readonly<Record<string, unknown>>;

export const isEntry = (value: UnitValue): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function settingsOf(units: Units): Settings {
  const settings: Record<string, unknown> = {};
  const analyzers: Record<string, unknown> = {};
  for (const [key, value] of units) {
    const [setting = "", slug] = unitPath(key);
    if (slug === undefined) settings[setting] = value;
    else define(analyzers, slug, value);
  }
  return { ...settings, ...(Object.keys(analyzers).length === 0 ? {} : { analyzers }) } as Settings; // as they were taken apart
}

/** Means `undefined` among overrides: removes a leaf or an entry. */
export const removed: unique symbol = Symbol("removed");

/** Units that overrides set; `removed` removes one. In an entry, only the leaves that differ, or all of them. */
export type Overrides = ReadonlyMap<string, UnitValue>;

/**
 * The overrides that make `to` out of `from`.
 *
 * @param isShared whether an entry occurs often: then all of its leaves are written where none has to be removed, since
 *   the whole is a constant
 */
export function overridesOf(from: Units, to: Units, isShared: (value: UnitValue) => boolean): Overrides {
  const overrides = new Map<string, UnitValue>();
  for (const [key, value] of to) {
    const before = from.get(key);
    if (JSON.stringify(before) === JSON.stringify(value)) continue;
    const isPart = isEntry(before) && isEntry(value) && (isMissing(before, value) || !isShared(value));
    overrides.set(key, isPart ? entryOverrides(before, value) : value);
  }
  for (const key of from.keys()) if (!to.has(key)) overrides.set(key, removed);
  return overrides;
}

/** Whether an entry loses a leaf. */
const isMissing = (before: Entry, after: Entry): boolean =>
  Object.keys(before).some((leaf) => !Object.hasOwn(after, leaf));

/** The leaves in which one entry differs from another. */
export const entryOverrides = (before: Entry, after: Entry): Entry =>
  Object.fromEntries([
    ...Object.entries(after).filter(
      ([leaf, value]) => !Object.hasOwn(before, leaf) || JSON.stringify(before[leaf]) !== JSON.stringify(value),
    ),
    ...Object.keys(before).flatMap((leaf) => (Object.hasOwn(after, leaf) ? [] : [[leaf, removed] as const])),
  ]);

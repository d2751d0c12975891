import { compareSettings } from "../../model/compare-settings";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import type { Address } from "../../model/ids";
import { sameMembers, texts } from "../../model/members";
import type { Settings } from "../../model/settings";
import { diff } from "../plan/diff";
import { target } from "../plan/merge";

/** Something that somebody else has changed since it was decided what to write. */
export interface Changed {
  readonly address: Address;
  /** A leaf, `name`, `configuration`, `repository NAME` or `category`. */
  readonly path: string;
  /** What the plan rests on; absent where nothing was there. */
  readonly planned?: unknown;
  /** What is there now; absent where nothing is. */
  readonly found?: unknown;
}

export type ChangedPart = Omit<Changed, "address">;

/**
 * The leaves that are neither as they were when the write was decided on, nor as any of the writes leaves them. A
 * service that merges lists leaves a set with its former members beside the new ones.
 *
 * @param settings the top-level settings that the write replaces; undefined for all
 * @param basis the settings that the write rests on
 * @param written the settings in the write itself
 * @param sent the settings in its earlier attempts and in other writes of this apply, which may have taken effect
 */
export function changedLeaves(
  live: Settings,
  settings: ReadonlySet<string> | undefined,
  basis: Settings,
  written: Settings | undefined,
  sent: readonly Settings[],
): readonly ChangedPart[] {
  let moved = compareSettings(basis, live).filter(({ setting }) => settings?.has(setting) ?? true);
  for (const each of written === undefined ? sent : [written, ...sent]) {
    if (moved.length === 0) break;
    const others = compareSettings(live, each).map(({ path }) => path);
    moved = moved.filter(({ path }) => others.some((other) => overlap(path, other)));
  }
  for (const each of sent) {
    if (moved.length === 0) break;
    const given = new Map(compareSettings(basis, each).map(({ path, after }) => [path, after]));
    moved = moved.filter(({ path, before, after }) => !isUnion(after, before, given.get(path)));
  }
  return moved.map(({ path, before, after }) => part(path, before, after));
}

const isUnion = (set: unknown, one: unknown, other: unknown): boolean =>
  Array.isArray(other) && sameMembers(texts(set), [...texts(one), ...texts(other)]);

/**
 * What the target of an assignment no longer holds of its declaration.
 *
 * @param basis it as planned on, where this apply has written to it: reads may lag behind that
 */
export function undeclaredLeaves(
  live: Configuration,
  declared: DesiredConfiguration,
  basis: Configuration | undefined,
): readonly ChangedPart[] {
  const missing = diff(live.settings, target(live.settings, declared));
  const others = basis === undefined ? undefined : compareSettings(basis.settings, live.settings);
  const lags = (path: string): boolean => others !== undefined && !others.some((other) => overlap(path, other.path));
  const isNamed = live.name === declared.name || (basis !== undefined && live.name === basis.name);
  return [
    ...(isNamed ? [] : [part("name", declared.name, live.name)]),
    ...missing.filter(({ path }) => !lags(path)).map(({ path, before, after }) => part(path, after, before)),
  ];
}

export const part = (path: string, planned: unknown, found: unknown): ChangedPart => ({
  path,
  ...(planned === undefined ? {} : { planned }),
  ...(found === undefined ? {} : { found }),
});

/** One is the other, or a part of it: a policy that comes or goes is one leaf, and its leaves are others. */
const overlap = (one: string, other: string): boolean => one === other || isWithin(one, other) || isWithin(other, one);

const isWithin = (inner: string, outer: string): boolean =>
  inner.startsWith(outer) && (inner[outer.length] === "." || inner[outer.length] === "[");

/** `comment was "silent" and is "enabled"` */
export const changedText = ({ path, planned, found }: ChangedPart): string =>
  `${path} was ${shown(planned)} and is ${shown(found)}`;

const shown = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));

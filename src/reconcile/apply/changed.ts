import { compareSettings, overlap } from "../../model/compare-settings";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import type { Address } from "../../model/ids";
import { sameMembers, texts } from "../../model/json";
import { sameText } from "../../model/normal-form";
import type { Settings } from "../../model/settings";
import { diff, merge, target } from "../plan/merge";
import type { ConfigurationWrite } from "../ports";
import type { WriteDraft } from "../plan/write";

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

/** Settings that a write contains. */
export interface Sent {
  readonly settings: Settings;
  /** The fields of which it removes what it does not contain; undefined for all. */
  readonly replaces: ReadonlySet<string> | undefined;
}

/** The settings in a write of one or more configurations; undefined for any other write. */
export function sentBy(write: WriteDraft): Sent | undefined {
  switch (write.kind) {
    case "put":
      return { settings: write.body.settings, replaces: undefined };
    case "patch":
      return { settings: write.body.settings, replaces: new Set(Object.keys(write.body.settings)) };
    case "bulk":
      return { settings: write.updates, replaces: new Set() };
    default:
      return undefined;
  }
}

/**
 * The leaves that are neither as they were when the write was decided on, nor as any of the writes leaves them. A
 * service that merges lists leaves a set with its former members beside the new ones.
 *
 * @param settings the top-level settings that the write replaces; undefined for all
 * @param basis the settings that the write rests on
 * @param written the settings in the write itself. A leaf that is gone is as a write leaves it only where the write
 *   removes it.
 * @param sent the settings in its earlier attempts and in other writes of this apply, which may have taken effect
 */
export function changedLeaves(
  live: Settings,
  settings: ReadonlySet<string> | undefined,
  basis: Settings,
  written: Sent | undefined,
  sent: readonly Sent[],
): readonly ChangedPart[] {
  let moved = compareSettings(basis, live).filter(({ setting }) => settings?.has(setting) ?? true);
  for (const each of written === undefined ? sent : [written, ...sent]) {
    if (moved.length === 0) break;
    const { replaces } = each;
    const others = compareSettings(live, each.settings).map(({ path }) => path);
    moved = moved.filter(({ path, setting, after }) => {
      const isContained = after !== undefined || replaces === undefined || replaces.has(setting);
      return !isContained || others.some((other) => overlap(path, other));
    });
  }
  for (const each of sent) {
    if (moved.length === 0) break;
    const given = new Map(compareSettings(basis, each.settings).map(({ path, after }) => [path, after]));
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

/** The configuration has the requested name and settings; the service may have filled in others. */
export const isCreatedFrom = ({ name, settings }: Configuration, body: ConfigurationWrite): boolean =>
  sameText(name, body.name) && diff(settings, merge(settings, body.settings)).length === 0;

export const part = (path: string, planned: unknown, found: unknown): ChangedPart => ({ path, planned, found });

/** What has changed, as a part of a sentence: `comment was "silent" and is "enabled"`. */
export function changedText({ path, planned, found }: ChangedPart): string {
  if (path === "configuration") return `the configuration ${shown(planned)} was deleted`;
  if (path === "name" && planned === undefined) return `another configuration named ${shown(found)} was created`;
  if (path.startsWith("repository ") && planned === undefined) return `${path} now has ${shown(found)}`;
  if (path.startsWith("repository ") && found === undefined) return `${path} no longer has ${shown(planned)}`;
  return `${path} was ${shown(planned)} and is ${shown(found)}`;
}

const shown = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));

/** The error of a write that was withheld. @param changes by somebody else, in words */
export const withheldText = (changes: string): string =>
  `${changes}. Somebody else has changed this since it was planned, so it was left as it is. Plan again.`;

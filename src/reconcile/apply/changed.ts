import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/entities";
import type { Address } from "../../model/ids";
import { differences, isSameAt, leavesOf } from "../../model/leaves";
import type { Named } from "../../model/namesakes";
import { sameText } from "../../model/normal-form";
import type { Settings } from "../../model/settings";
import { type Conflict, conflict, conflictsAt } from "../plan/conflict";
import { holds, target } from "../plan/merge";
import type { ConfigurationWrite } from "../ports";

/** Something that somebody else has changed since it was decided what to write. */
export interface Changed extends Conflict {
  readonly address: Address;
}

/** The leaves of a configuration that are not as they were when its deletion was planned. */
export function changedLeaves(planned: Settings, now: Settings): readonly Conflict[] {
  const [before, found] = [leavesOf(planned), leavesOf(now)];
  return conflictsAt(differences(before, found), before, found);
}

/**
 * What the target of an assignment no longer holds of its declaration.
 *
 * @param prior it as planned on, where this apply has written to it: reads may lag behind that
 */
export function lostDeclarations(
  live: Configuration,
  declared: DesiredConfiguration,
  prior: Configuration | undefined,
): readonly Conflict[] {
  const [found, wanted] = [leavesOf(live.settings), leavesOf(target(live.settings, declared))];
  const known = prior && leavesOf(prior.settings);
  const missing = differences(found, wanted).filter((path) => known === undefined || !isSameAt(path, known, found));
  const isNamed = live.name === declared.name || (prior !== undefined && live.name === prior.name);
  return [...(isNamed ? [] : [conflict("name", declared.name, live.name)]), ...conflictsAt(missing, wanted, found)];
}

/** The configuration has the requested name and settings; the service may have filled in others. */
export const isCreatedFrom = ({ name, settings }: Configuration, body: ConfigurationWrite): boolean =>
  sameText(name, body.name) && holds(settings, body.settings);

/** Where a repository is to be, and where it is: by name, or by id where both have the same name. */
export function placesOf(planned: Named | undefined, found: Named | undefined): readonly [unknown, unknown] {
  const isAlike = typeof planned?.name === "string" && sameText(found?.name ?? undefined, planned.name);
  const called = (each: Named | undefined) =>
    (isAlike ? (each?.id ?? each?.name) : (each?.name ?? each?.id)) ?? undefined;
  return [called(planned), called(found)];
}

/** The error of a write that was withheld. @param changes by somebody else, in words */
export const withheldText = (changes: string): string =>
  `${changes}. Somebody else has changed this since it was planned, so it was left as it is. Plan again.`;

/** Leaves in a sentence: the first few, and the number of the others. */
export function pathsText(paths: readonly string[], most = 5): string {
  const others = paths.length - most;
  return [...paths.slice(0, most), ...(others > 0 ? [`${String(others)} more`] : [])].join(", ");
}

import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/observed";
import { differences, isSameAt, leavesOf } from "../../model/leaves";
import { sameText } from "../../model/normal-form";
import type { Settings } from "../../model/settings";
import type { ConfigurationChange } from "../plan/change";
import { type Conflict, conflict, conflictsAt } from "../plan/conflict";
import { holds, target } from "../plan/target";
import type { ConfigurationState } from "../../model/written";
import type { ConfigurationWrite } from "../ports";

/**
 * What keeps the change of a configuration from being written as it was planned: somebody else has changed a leaf that it
 * alters, or one that it declares and that was to stay.
 *
 * @param now as the look right before the write has it
 */
export function conflictsOf(
  { live, declared, after }: ConfigurationChange,
  now: ConfigurationState,
): readonly Conflict[] {
  const before = leavesOf(live?.settings ?? {});
  const [planned, found, owned] = [leavesOf(after), leavesOf(now.settings), leavesOf(declared.settings)];
  const changes = differences(before, planned);
  const altered = changes.filter((path) => owned.has(path) || !planned.has(path));
  const stray = altered.filter((path) => !isSameAt(path, before, found) && !isSameAt(path, planned, found));
  const known = new Set(changes);
  const unplanned = differences(found, leavesOf(target(now.settings, declared))).filter((path) => !known.has(path));
  const isNamed = now.name === declared.name || (live !== undefined && now.name === live.name);
  return [
    ...(isNamed ? [] : [conflict("name", live?.name ?? declared.name, now.name)]),
    ...conflictsAt([...stray, ...unplanned], before, found),
  ];
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

import { listed } from "../../diagnostics/enumeration";
import type { ConfigurationRef } from "../../model/desired";
import type { Configuration, Observed, Repository } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import { address as addressOf, type Address, type ConfigurationId } from "../../model/ids";
import type { Written, WrittenPlace } from "../../model/written";
import { holds } from "../plan/target";
import { type Back, type Called, candidatesFor } from "./put-back-configuration";
import type { Placement } from "../plan/route";

/** What moves repositories back, in the place of RepositoryAssignments. */
export const rollbackAssignments = addressOf("rollback");

interface PlacesBack {
  /** Of the repositories that move back. */
  readonly routes: readonly Placement[];
  /** Those that do not, although they are not where they were. */
  readonly left: readonly LeftPlace[];
}

interface LeftPlace extends WrittenPlace {
  /** Absent where it is not there any more. */
  readonly now?: Repository;
  /** It is where the apply has moved it. */
  readonly isAsLeft: boolean;
}

/**
 * Moves back the repositories that are where the apply has moved them.
 *
 * @param again the configurations that are created again, by their former ids
 */
export function placesBack(
  { configurations, places }: Written,
  { configurations: observed, repositories }: Observed,
  again: ReadonlyMap<ConfigurationId | undefined, ConfigurationRef>,
): PlacesBack {
  const live = new Map(observed.map((each) => [each.id, each]));
  const byId = new Map(repositories.map((each) => [each.id, each]));
  // a creation without an answer: each that has its name and all that was asked for
  const made = new Map(
    configurations.map((each): [Address, readonly ConfigurationId[]] => {
      const asked = each.after[0]?.settings ?? {};
      const like = each.id === undefined ? candidatesFor(each, live.values()) : [];
      return [each.address, like.flatMap(({ id, settings }) => (holds(settings, asked) ? [id] : []))];
    }),
  );
  const isAt = (has: ConfigurationId | undefined, ref: ConfigurationRef | null): boolean => {
    if (ref === null || has === undefined) return ref === null && has === undefined;
    return "id" in ref ? ref.id === has : made.get(ref.address)?.includes(has) === true;
  };
  const routes: Placement[] = [];
  const left: LeftPlace[] = [];
  for (const place of places) {
    const { repository: id, before, after } = place;
    const now = byId.get(id);
    const has = now?.configuration_id;
    if (now !== undefined && (has ?? null) === before) continue;
    const goal = before === null ? undefined : live.has(before) ? { id: before } : again.get(before);
    const isAsLeft = now !== undefined && after.some((each) => isAt(has, each));
    if (isAsLeft && goal !== undefined)
      routes.push({ repository: now, assignments: rollbackAssignments, matched: id, target: { configuration: goal } });
    else left.push({ ...place, now, isAsLeft });
  }
  return { routes, left };
}

/** What a configuration is called that is there, or was. */
export function nameIn(
  { configurations }: Written,
  live: ReadonlyMap<ConfigurationId, Configuration>,
  called: Called,
): (id: ConfigurationId) => string {
  const former = new Map(configurations.map(({ id, before }) => [id, before?.name]));
  return (id) => called({ id, name: live.get(id)?.name ?? former.get(id) });
}

/** Why repositories do not go back. One that had no configuration has none again where what it has now is deleted. */
export function placeStays(
  left: readonly LeftPlace[],
  backs: readonly Back[],
  nameOf: (id: ConfigurationId) => string,
): readonly string[] {
  const deleted = new Set(backs.flatMap(({ deletes }) => deletes?.id ?? []));
  const reasonOf = ({ before, now, isAsLeft }: LeftPlace): string | undefined => {
    if (now === undefined) return "not there any more";
    const { configuration_id: has } = now;
    if (has !== undefined && deleted.has(has))
      return before === null ? undefined : `left without a configuration: --force deletes ${nameOf(has)}`;
    if (!isAsLeft) return `moved on since, to ${has === undefined ? "no configuration" : nameOf(has)}`;
    return before === null
      ? "had no configuration before, and the service cannot take one away"
      : `cannot go back to ${nameOf(before)}, which is gone`;
  };
  return [...groupBy(left, reasonOf)].flatMap(([why, places]) => {
    const names = places.map(({ now, repository }) => now?.name ?? repository);
    return why === undefined ? [] : [`${listed(names, Infinity)}: ${why}.`];
  });
}

import type { ConfigurationRef, RuleTarget } from "../../model/desired";
import type { Configuration } from "../../model/observed";
import type { ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { changesById, type ConfigurationChange, type Move } from "./change";
import { byName, type Placement } from "./route";

/** The classification of the repositories that rules match. */
interface Moves {
  readonly moves: readonly Move[];
  /** The number of repositories that already have the right configuration. */
  readonly settled: number;
}

/** Compares the current configuration of each repository with the one that its rule assigns. */
export function movesOf(
  routes: readonly Placement[],
  changes: readonly ConfigurationChange[],
  observed: readonly Configuration[],
): Moves {
  const destinationOf = destinations(changes, observed);
  let staying = 0;
  const moving: { readonly route: Placement; readonly to: Destination }[] = [];
  routes.forEach((route) => {
    const to = destinationOf(route.target);
    if (to === undefined) staying += 1;
    else if (to.id === undefined || to.id !== route.repository.configuration_id) moving.push({ route, to });
  });
  const settled = routes.length - staying - moving.length;
  if (moving.length === 0) return { moves: [], settled };

  const byId = new Map(observed.map((each) => [each.id, each]));
  moving.sort((one, other) => byName(one.route.repository, other.route.repository));
  const moves = moving.map(({ route, to }): Move => {
    const { repository, assignments, rule, matched } = route;
    const { configuration_id: from } = repository;
    const listed = from === undefined ? undefined : byId.get(from);
    const move = {
      repository,
      assignments,
      by: rule === undefined ? { matched } : { rule, matched },
      fromName: from === undefined ? null : (listed?.name ?? from),
      to: to.id === undefined ? to.ref : { id: to.id },
      toName: to.name,
    };
    return from === undefined ? move : { ...move, from };
  });
  return { moves, settled };
}

/** The target of a rule. */
export interface Destination {
  readonly ref: ConfigurationRef;
  /** Absent for a new configuration. */
  readonly id?: ConfigurationId;
  readonly name: string;
  /** The planned settings. */
  readonly after: Settings;
}

/** Computed once per rule; absent for a leave rule. */
export function destinations(
  changes: readonly ConfigurationChange[],
  observed: readonly Configuration[],
): (target: RuleTarget) => Destination | undefined {
  const byAddress = new Map(changes.map((each) => [each.address, each]));
  const byId = new Map(observed.map((each) => [each.id, each]));
  const byLiveId = changesById(changes);
  const known = new Map<RuleTarget, Destination>();

  const destination = (ref: ConfigurationRef): Destination => {
    const declared = "address" in ref ? byAddress.get(ref.address) : byLiveId.get(ref.id);
    const id = "id" in ref ? ref.id : declared?.live?.id;
    const live = id === undefined ? undefined : byId.get(id);
    return {
      ref,
      ...(id === undefined ? {} : { id }),
      name: declared?.declared.name ?? live?.name ?? id ?? "",
      after: declared?.after ?? live?.settings ?? {},
    };
  };
  return (target) => {
    if ("leave" in target) return undefined;
    const found = known.get(target) ?? destination(target.configuration);
    known.set(target, found);
    return found;
  };
}

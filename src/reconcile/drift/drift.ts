import type { LeafChange } from "../../model/compare-settings";
import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration, Observed, Repository } from "../../model/observed";
import { compareText } from "../../model/fingerprint";
import { groupBy } from "../../model/group-by";
import type { ConfigurationId } from "../../model/ids";
import { differences, isSameAt, leavesOf, settingsOf, withThese } from "../../model/leaves";
import type { Settings } from "../../model/settings";
import { fatesOf } from "../../model/states";
import type { TriageStatus } from "../../model/triage";
import type { HeldConfiguration } from "../apply/checkpoint";
import type { ConfigurationChange } from "../plan/change";
import { type Effect, type Group, groupsOf, judged, type Passage, sideOf } from "../plan/effects";
import { diff, target } from "../plan/target";
import { isEmpty, type Plan } from "../plan/plan";
import { byName } from "../plan/route";
import type { TriageChange } from "../plan/triages";
import type { Memory, Remembered } from "./memory";

/** A declared configuration that is not as it was left. */
export interface DriftedConfiguration {
  readonly held: HeldConfiguration;
  readonly declared: DesiredConfiguration;
  /** Absent where it was deleted. */
  readonly live?: Configuration;
  /** The declared leaves that have changed. */
  readonly changes: readonly LeafChange[];
}

/** A repository that has another configuration than it was left with, or none. */
interface DriftedRepository {
  readonly repository: Repository;
  /** Null where it had none. */
  readonly from: ConfigurationId | null;
}

/** A declared triage that is not as it was left. */
export interface DriftedTriage {
  readonly change: TriageChange;
  /** The category; null for none. */
  readonly from: string | null;
}

/** Numbers of declared objects. */
export interface Counts {
  readonly configurations: number;
  readonly repositories: number;
  readonly triages: number;
}

/** What has moved in the service, of all that is declared, since the journals' last word of it. */
export interface Drift {
  readonly effects: readonly Effect[];
  readonly configurations: readonly DriftedConfiguration[];
  readonly repositories: readonly DriftedRepository[];
  readonly triages: readonly DriftedTriage[];
  /** The oldest and the newest of the journals' entries that were compared: ISO 8601; null where there is none. */
  readonly since: string | null;
  readonly until: string | null;
  /** The newest of them that is of a rollback; null where none is. */
  readonly rollback: string | null;
  /** The objects of which a journal tells. */
  readonly known: Counts;
  /** Those that can be compared with the declaration alone. */
  readonly unknown: Counts;
  /** An apply would write something: what has drifted, or what is pending. */
  readonly restores: boolean;
}

/** Compares what the journals say of each declared object with what the service has now. @param plan of the account as it is */
export function driftOf(memory: Memory, plan: Plan): Drift {
  const { observed, triages } = plan;
  const live = new Map(observed.configurations.map((each) => [each.id, each]));
  const configurations = plan.configurations.flatMap((each) => drifted(each, memory, live));
  const assigned = plan.routes.flatMap(({ target: goal, repository }) => ("leave" in goal ? [] : [repository]));
  const repositories = displaced(assigned, configurations, memory, observed);
  const held = [...memory.configurations].flatMap(([address, { was }]) => (was === null ? [] : [{ ...was, address }]));
  const known = [
    plan.configurations.flatMap(({ address }) => memory.configurations.get(address) ?? []),
    assigned.flatMap(({ id }) => memory.repositories.get(id) ?? []),
    triages.flatMap((each) => rememberedOf(each, memory) ?? []),
  ] as const;
  const times = known
    .flatMap<Remembered<unknown>>((each) => each)
    .map(({ at }) => at)
    .toSorted(compareText);
  return {
    effects: judged([
      ...edits(configurations, repositories, observed.repositories.toSorted(byName)),
      ...groupsOf(movements(held, repositories, live, memory.last)),
    ]),
    configurations,
    repositories,
    triages: triages.flatMap((change): readonly DriftedTriage[] => {
      const was = rememberedOf(change, memory)?.was;
      return was === undefined || was === change.before ? [] : [{ change, from: was }];
    }),
    since: times[0] ?? null,
    until: times.at(-1) ?? null,
    rollback: times.findLast((at) => memory.rollbacks.has(at)) ?? null,
    known: countsOf(known[0].length, known[1].length, known[2].length),
    unknown: countsOf(
      plan.configurations.length - known[0].length,
      assigned.length - known[1].length,
      triages.length - known[2].length,
    ),
    restores: !isEmpty(plan),
  };
}

const rememberedOf = ({ declared }: TriageChange, { triages }: Memory): Remembered<string> | undefined =>
  triages.get(declared.findingId.toLowerCase());

const countsOf = (configurations: number, repositories: number, triages: number): Counts => ({
  configurations,
  repositories,
  triages,
});

function drifted(
  { address, declared }: ConfigurationChange,
  { configurations }: Memory,
  all: ReadonlyMap<ConfigurationId, Configuration>,
): readonly DriftedConfiguration[] {
  const held = configurations.get(address)?.was ?? undefined;
  if (held === undefined) return [];
  const live = all.get(held.id);
  if (live === undefined) return [{ held, declared, changes: [] }];
  const moved = new Set(movedLeaves(held.settings, live.settings, declared));
  const changes = diff(held.settings, live.settings).filter(({ path }) => moved.has(path));
  return changes.length === 0 && held.name === live.name ? [] : [{ held, declared, live, changes }];
}

/**
 * The paths at which two settings differ and a declaration decides: laid over either of them, it leaves the same.
 * Everything else belongs to the dashboard.
 */
export function movedLeaves(was: Settings, now: Settings, declared: DesiredConfiguration): readonly string[] {
  const [before, after] = [leavesOf(was), leavesOf(now)];
  const [over, other] = [leavesOf(target(was, declared)), leavesOf(target(now, declared))];
  return differences(before, after).filter((path) => isSameAt(path, over, other));
}

/** Of the repositories that rules assign, those that moved; of the others, those that lost a declared configuration with it. */
function displaced(
  assigned: readonly Repository[],
  configurations: readonly DriftedConfiguration[],
  { repositories, holders }: Memory,
  observed: Observed,
): readonly DriftedRepository[] {
  const ids = new Set(assigned.map(({ id }) => id));
  const gone = new Set(configurations.flatMap(({ held, live }) => (live === undefined ? [held.id] : [])));
  return observed.repositories.toSorted(byName).flatMap((repository): readonly DriftedRepository[] => {
    const { id, configuration_id: now = null } = repository;
    if (ids.has(id)) {
      const was = repositories.get(id)?.was;
      return was === undefined || was === now ? [] : [{ repository, from: was }];
    }
    const had = holders.get(id)?.was ?? null;
    return now === null && had !== null && gone.has(had) ? [{ repository, from: had }] : [];
  });
}

/** The changes of a configuration affect all repositories that have it, except those that moved to it by drift. */
function edits(
  configurations: readonly DriftedConfiguration[],
  moved: readonly DriftedRepository[],
  all: readonly Repository[],
): readonly Group[] {
  const elsewhere = new Set(moved.map(({ repository }) => repository.id));
  const holders = groupBy(all, ({ configuration_id: id }) => id);
  return configurations.flatMap(({ held, declared, live, changes }): readonly Group[] =>
    live === undefined
      ? []
      : [
          {
            from: sideOf({ id: held.id, name: held.name }),
            to: sideOf({ id: live.id, name: live.name, address: declared.address }),
            changes,
            repositories: (holders.get(live.id) ?? [])
              .filter(({ id }) => !elsewhere.has(id))
              .map((repository) => ({ repository })),
          },
        ],
  );
}

function movements(
  held: readonly HeldConfiguration[],
  moved: readonly DriftedRepository[],
  live: ReadonlyMap<ConfigurationId | null | undefined, Configuration>,
  last: Memory["last"],
): readonly Passage[] {
  const before = new Map<ConfigurationId | null | undefined, HeldConfiguration>(held.map((each) => [each.id, each]));
  return moved.map(({ repository, from: id }) => {
    // one that is not declared belongs to somebody else, and counts as it is; one that is gone, as it was last
    const had = id === null ? undefined : (before.get(id) ?? live.get(id) ?? last.get(id));
    const to = repository.configuration_id;
    const has = live.get(to);
    return {
      repository,
      from: id === null ? null : { id, name: had?.name, settings: had?.settings },
      to:
        to === undefined
          ? null
          : { id: to, name: has?.name, address: before.get(to)?.address, settings: has?.settings },
    };
  });
}

/**
 * The account as if nothing had drifted, so that a plan of it has what is declared and not applied yet. What somebody
 * did by hand and is declared by now stays: it needs no apply.
 *
 * @param plan of the account as it is
 */
export function withoutDrift(drift: Drift, plan: Plan): Observed {
  const now = plan.observed;
  const ids = new Set<ConfigurationId | null>(now.configurations.map(({ id }) => id));
  const planned = new Map(plan.configurations.map((each) => [each.address, each]));
  const back = new Map<ConfigurationId, Configuration>();
  /** The configuration that is declared in place of a deleted one by now. */
  const remade = new Map<ConfigurationId | null, ConfigurationId>();
  for (const { held, declared, live } of drift.configurations) {
    const other = planned.get(declared.address)?.live;
    if (live !== undefined && other !== undefined && other.id !== live.id) continue; // another one has its name
    const current = live ?? other;
    if (live === undefined && other !== undefined) remade.set(held.id, other.id);
    if (current === undefined) back.set(held.id, { id: held.id, name: held.name, settings: held.settings });
    else back.set(current.id, putBack(current, held, declared));
  }
  const moving = new Set(plan.moves.map(({ repository }) => repository.id));
  const places = new Map(
    drift.repositories.flatMap(({ repository: { id }, from: had }) => {
      const from = remade.get(had) ?? had;
      const isThere = from === null || ids.has(from) || back.has(from);
      return moving.has(id) && isThere ? [[id, from ?? undefined] as const] : [];
    }),
  );
  const found = new Map(now.triages?.found);
  for (const { change, from } of drift.triages)
    if (change.action !== "no-op") found.set(change.declared.findingId.toLowerCase(), statusOf(from));
  return {
    ...now,
    configurations: [
      ...now.configurations.map((each) => back.get(each.id) ?? each),
      ...[...back.values()].filter(({ id }) => !ids.has(id)),
    ],
    repositories: now.repositories.map((each): Repository =>
      places.has(each.id) ? { ...each, configuration_id: places.get(each.id) } : each,
    ),
    ...(now.triages === undefined ? {} : { triages: { ...now.triages, found } }),
  };
}

const statusOf = (category: string | null): TriageStatus =>
  category === null ? { is: "none" } : { is: "set", category };

/** A configuration with those leaves, and that name, as they were that have moved and are not as declared. */
function putBack(live: Configuration, held: HeldConfiguration, declared: DesiredConfiguration): Configuration {
  const [was, is] = [leavesOf(held.settings), leavesOf(live.settings)];
  const fates = fatesOf({ before: was, after: leavesOf(target(live.settings, declared)), now: is });
  const paths = movedLeaves(held.settings, live.settings, declared).filter((path) => fates.get(path) === "other");
  const name = live.name === declared.name ? live.name : held.name;
  return { ...live, name, settings: settingsOf(withThese(is, paths, was)) };
}

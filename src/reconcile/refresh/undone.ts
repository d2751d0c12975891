import type { Configuration, Observed, ObservedTriages, Repository } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import type { ConfigurationId } from "../../model/ids";
import { differences, leavesOf, settingsOf } from "../../model/leaves";
import { undoneLeaves } from "../../model/states";
import { holds } from "../plan/target";
import { changesById, type ConfigurationChange } from "../plan/change";
import type { Decided } from "../plan/decisions";
import { pendingTriages } from "../plan/triages";

type Planned = Pick<Decided, "configurations" | "deletions" | "moves" | "triages">;

/**
 * The account as if nothing of the plan had been done yet: everything that is as planned is as it was before. An apply
 * that was interrupted leaves such a part behind, and the rest of the plan can be distinguished from changes by somebody else.
 *
 * @param created what the plan has created by now, which nothing had before
 * @returns `now` itself when nothing is done
 */
export function undone(now: Observed, planned: Planned, created: Created = createdIn(now, planned)): Observed {
  const changes = changesById(planned.configurations);
  const kept = now.configurations
    .filter(({ id }) => !created.has(id))
    .map((live) => before(live, changes.get(live.id)));
  const ids = new Set(now.configurations.map(({ id }) => id));
  const gone = planned.deletions.flatMap(({ live }) => (ids.has(live.id) ? [] : [live]));
  const repositories = placesBefore(now, planned, created);
  const triages = triagesBefore(now.triages, planned);
  const isUndone = created.size > 0 || gone.length > 0 || kept.some((each) => !now.configurations.includes(each));
  if (!isUndone && repositories === now.repositories && triages === now.triages) return now;
  return { ...now, configurations: [...kept, ...gone], repositories, triages };
}

/** The addresses of the configurations that the plan creates, by the ids that they have by now. */
type Created = ReadonlyMap<ConfigurationId, string>;

export function createdIn({ configurations }: Observed, planned: Planned): Created {
  const missing = planned.configurations.filter(({ action }) => action === "create");
  if (missing.length === 0) return new Map();
  // one that was there before may still have the name that it gives up
  const known = new Set([...planned.configurations, ...planned.deletions].flatMap(({ live }) => live?.id ?? []));
  const byName = groupBy(
    configurations.filter(({ id }) => !known.has(id)),
    ({ name }) => name,
  );
  return new Map(
    missing.flatMap(({ address, declared: { name }, after }) => {
      const [live, ...others] = byName.get(name) ?? [];
      return live !== undefined && others.length === 0 && holds(live.settings, after) ? [[live.id, address]] : [];
    }),
  );
}

function before(live: Configuration, change: ConfigurationChange | undefined): Configuration {
  if (change?.live === undefined || change.action === "no-op") return live;
  const was = leavesOf(change.live.settings);
  const now = leavesOf(live.settings);
  const back = undoneLeaves({ before: was, after: leavesOf(change.after), now });
  const isRenamed = live.name === change.declared.name && live.name !== change.live.name;
  if (back === now && !isRenamed) return live;
  const { name } = isRenamed ? change.live : live;
  return { ...live, name, settings: differences(was, back).length === 0 ? change.live.settings : settingsOf(back) };
}

function placesBefore(
  { repositories }: Observed,
  { deletions, moves }: Planned,
  created: Created,
): readonly Repository[] {
  const planned = new Map(moves.map((move) => [move.repository.id, move] as const));
  const left = new Map(deletions.flatMap(({ live, remaining }) => remaining.map(({ id }) => [id, live.id] as const)));
  const placeBefore = ({ id, configuration_id: now }: Repository): ConfigurationId | undefined => {
    if (now === undefined) return left.get(id);
    const move = planned.get(id);
    const target = move === undefined ? undefined : "id" in move.to ? move.to.id : move.to.address;
    return move !== undefined && (target === now || target === created.get(now)) ? move.from : now;
  };
  const before = repositories.map((repository): Repository => {
    const was = placeBefore(repository);
    return was === repository.configuration_id ? repository : { ...repository, configuration_id: was };
  });
  return before.every((each, at) => each === repositories[at]) ? repositories : before;
}

function triagesBefore(now: ObservedTriages | undefined, planned: Planned): ObservedTriages | undefined {
  if (now === undefined) return undefined;
  const done = pendingTriages(planned.triages).filter(({ declared, after }) => {
    const status = now.found.get(declared.findingId.toLowerCase());
    // the service may know no finding that has no triage
    return after === null ? (status?.is ?? "none") === "none" : status?.is === "set" && status.category === after;
  });
  if (done.length === 0) return now;
  const found = new Map(now.found);
  for (const { declared, before: category } of done)
    found.set(declared.findingId.toLowerCase(), category === null ? { is: "none" } : { is: "set", category });
  return { ...now, found };
}

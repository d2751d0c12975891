import type { Configuration } from "../../model/entities";
import { groupBy } from "../../model/group-by";
import type { ConfigurationId, RepositoryId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { changedSettings, type ConfigurationChange } from "../plan/change";
import { diff, target } from "../plan/merge";
import type { WriteResult } from "./write-result";
import type { WriteJudge } from "./write-judge";
import { corrected, type WrittenPaths } from "./three-way";
import { lost } from "./verify";
import type { Plan } from "../plan/plan";
import { createdIds, type ReadBack } from "./read-back";
import type { Write, WriteDraft } from "../plan/write";

/**
 * The writes to retry, in another form, where a write succeeded and the service has kept what it held before. A
 * third value is somebody else's, and stays.
 *
 * | sent                      | retried as                                      |
 * |---------------------------|-------------------------------------------------|
 * | PATCH, bulk_update        | PUT of the whole settings and all repositories  |
 * | PUT, POST                 | PATCH of the fields that differ, each whole     |
 * | assign                    | PATCH with all repositories                     |
 * | repositories in a body    | assign                                          |
 *
 * The retries are sent one at a time, in this order. Failed writes are not retried, and no repository moves to a
 * configuration whose write failed.
 *
 * @param judge what readings have shown since the writes were sent. The service took the leaves in `shown`; where the
 *   repositories in `moved` are is somebody else's decision.
 */
export function fallbackWrites(
  plan: Plan,
  results: readonly WriteResult[],
  { missing, seen }: ReadBack,
  { shown, moved }: Pick<WriteJudge, "shown" | "moved">,
): readonly Write[] {
  if (seen === undefined) return [];
  const fine = new Set(results.flatMap((each) => (each.status === "succeeded" ? each.write.carries : [])));
  const given = givenBy(results, moved);
  const open = new Set(missing.map(({ address }) => address).filter((each) => fine.has(each)));
  const created = createdIds(results);
  const liveById = new Map(seen.configurations.map((each) => [each.id, each]));
  const holders = groupBy(seen.repositories, (each) => each.configuration_id);
  const now = new Map(seen.repositories.map((each) => [each.id, each.configuration_id]));
  const lastGiven = new Map([...given].flatMap(([id, all]) => [...all].map((each) => [each, id] as const)));
  const gains = groupBy(
    plan.moves.filter(({ repository: { id }, from }) => now.get(id) === from),
    ({ repository: { id } }) => lastGiven.get(id),
  );
  // reads may lag: a repository that was moved away must not be listed again, and one that was gained must be
  const has = (id: ConfigurationId): readonly RepositoryId[] => [
    ...(holders.get(id) ?? []).map((each) => each.id).filter((each) => (lastGiven.get(each) ?? id) === id),
    ...(gains.get(id) ?? []).map(({ repository }) => repository.id),
  ];
  const idOf = new Map(
    plan.configurations.map(({ address, live }) => [address, live?.id ?? created.get(address)] as const),
  );
  const sent = results.map(({ write }) => write);
  /** The kind of write that last wrote to each address. */
  const sentBy = new Map(sent.flatMap(({ carries, kind }) => carries.map((address) => [address, kind] as const)));
  // what somebody else has changed was left out of a write that succeeded otherwise
  const leftOut = new Set(results.flatMap(({ changed = [] }) => changed.map(({ address }) => address)));
  /** What the service filled in when it created a configuration. */
  const madeAs = new Map(
    results.flatMap((each) =>
      each.status === "succeeded" && each.answered ? [[each.write.carries[0], each.answered] as const] : [],
    ),
  );

  const settings = plan.configurations.flatMap((each): readonly Again[] => {
    const id = idOf.get(each.address);
    const live = id && liveById.get(id);
    if (!open.has(each.address) || leftOut.has(each.address) || live === undefined) return [];
    return again(each, live, sentBy.get(each.address) ?? "put", has(live.id), {
      lost: new Set(lost(live.id, live.settings, each.after, sent).map(({ path }) => path)),
      shown: shown.get(live.id) ?? new Set(),
      madeAs: madeAs.get(each.address),
    });
  });
  const moves = plan.moves.flatMap(({ repository, assignments, from, to }) => {
    const id = "id" in to ? to.id : idOf.get(to.address);
    return id === undefined ||
      !open.has(assignments) ||
      given.get(id)?.has(repository.id) !== true ||
      now.get(repository.id) !== from
      ? []
      : [{ id, assignments, repository: repository.id }];
  });
  const assigned = new Set(results.flatMap(({ write }) => (write.kind === "assign" ? [write.configuration] : [])));
  const repositories = [...groupBy(moves, ({ id }) => id)].map(([id, stuck]): Again => {
    const gained = stuck.map(({ repository }) => repository);
    const common = { configuration: id, carries: [...new Set(stuck.map(({ assignments }) => assignments))] };
    const name = liveById.get(id)?.name;
    if (!assigned.has(id) || name === undefined) return { ...common, kind: "assign", repositories: gained };
    const repositories = [...new Set([...has(id), ...gained])];
    return { ...common, kind: "patch", body: { name, settings: {}, repositories } };
  });
  const from = plan.writes.length; // continues the numbering, since the journal identifies writes by it
  const places = new Map(settings.map((draft, at) => [draft.configuration, from + at]));
  return [...settings, ...repositories].map((draft, at): Write => {
    const id = from + at;
    const first = places.get(draft.configuration);
    return { ...draft, id, after: first === undefined || first === id ? [] : [first] };
  });
}

type Again = Extract<WriteDraft, { kind: "put" | "patch" | "assign" }>;

/**
 * The repositories that each configuration gained successfully, without those in `moved`. One address may carry the
 * moves of many writes, so its outcome is not precise enough.
 */
const givenBy = (
  results: readonly WriteResult[],
  moved: ReadonlySet<RepositoryId>,
): ReadonlyMap<ConfigurationId, ReadonlySet<RepositoryId>> => {
  const open = (all: readonly RepositoryId[] = []) => new Set(all.filter((each) => !moved.has(each)));
  return new Map(
    results.flatMap((each): readonly [ConfigurationId, ReadonlySet<RepositoryId>][] => {
      if (each.status !== "succeeded") return [];
      const { write, created } = each;
      if (write.kind === "assign") return [[write.configuration, open(write.repositories)]];
      const id = created ?? ("configuration" in write ? write.configuration : undefined);
      return id === undefined || !("body" in write) ? [] : [[id, open(write.body.repositories)]];
    }),
  );
};

function again(
  { address, declared, live: before, after }: ConfigurationChange,
  live: Configuration,
  sent: Write["kind"],
  repositories: readonly RepositoryId[],
  { madeAs, ...paths }: WrittenPaths & { readonly madeAs: Settings | undefined },
): readonly Again[] {
  const made = madeAs === undefined ? undefined : { before: madeAs, after: target(madeAs, declared) };
  const three = made ?? { before: before?.settings ?? {}, after };
  const settings = corrected({ now: live.settings, ...three }, paths);
  const isKept = live.name === before?.name && !paths.shown.has("name"); // of a creation, where it has no name
  const name = isKept ? declared.name : live.name;
  const changed = changedSettings(diff(live.settings, settings), settings);
  if (name === undefined || (name === live.name && Object.keys(changed).length === 0)) return [];
  const common = { configuration: live.id, carries: [address] };
  if (sent !== "patch" && sent !== "bulk") return [{ ...common, kind: "patch", body: { name, settings: changed } }];
  const all = repositories.length === 0 ? {} : { repositories };
  return [{ ...common, kind: "put", body: { name, settings, ...all } }];
}

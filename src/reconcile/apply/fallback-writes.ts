import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import type { WriteResult } from "./write-result";
import type { SentWrites, UnexpectedChange } from "./sent-writes";
import type { Plan } from "../plan/plan";
import { createdIds, type ReadBack } from "./read-back";
import type { Write, WriteDraft } from "../plan/write";

/**
 * The writes to retry, in another form, where a write succeeded and the service has kept what it held before.
 *
 * | sent                      | retried as                                      |
 * |---------------------------|-------------------------------------------------|
 * | PATCH, bulk_update        | PUT of the whole settings and all repositories  |
 * | PUT, POST                 | PATCH of the whole settings                     |
 * | assign                    | PATCH with all repositories                     |
 * | repositories in a body    | assign                                          |
 *
 * The retries are sent one at a time, in this order, each from a new look. Failed writes are not retried, and no
 * repository moves to a configuration whose write failed. Nor is a configuration in which a leaf is neither as before nor
 * as written, in which what a reading has shown as written is not so any more, or from which something would be removed
 * that has come since: that may be somebody else's.
 *
 * @param sentWrites what readings have shown since the writes were sent. The service took the leaves in `shown`; where the
 *   repositories in `moved` are is somebody else's decision.
 * @param from the number of the first of them: the journal tells writes apart by it
 */
export function fallbackWrites(
  plan: Plan,
  results: readonly WriteResult[],
  { missing, seen }: ReadBack,
  unexpected: readonly UnexpectedChange[],
  sentWrites: Pick<SentWrites, "shown" | "moved" | "removesAddedSince">,
  from: number,
): readonly Write[] {
  if (seen === undefined) return [];
  const fine = new Set(results.flatMap((each) => (each.status === "succeeded" ? each.write.carries : [])));
  const { shown, moved } = sentWrites;
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
  const idOf = new Map<Address, ConfigurationId | undefined>(
    plan.configurations.map(({ address, live }) => [address, live?.id ?? created.get(address)] as const),
  );
  /** The kind of write that last wrote to each address. */
  const sentBy = new Map(
    results.flatMap(({ write: { carries, kind } }) => carries.map((address) => [address, kind] as const)),
  );
  // what somebody else has changed was left out of a write that succeeded otherwise
  const touched = new Set<Address>([
    ...results.flatMap(({ changed = [] }) => changed.map(({ address }) => address)),
    ...unexpected.map(({ address }) => address),
  ]);
  const paths = groupBy(missing, ({ address }) => address);

  const settings = plan.configurations.flatMap(({ address, declared, after }): readonly Again[] => {
    const id = idOf.get(address);
    const live = id && liveById.get(id);
    if (!open.has(address) || touched.has(address) || live === undefined) return [];
    if (sentWrites.removesAddedSince(live)) return [];
    const wasShown = shown.get(live.id);
    if (paths.get(address)?.some(({ path }) => wasShown?.has(path) === true) === true) return [];
    const sent = sentBy.get(address);
    const kind = sent === "patch" || sent === "bulk" ? "put" : "patch";
    const all = kind === "patch" ? [] : has(live.id);
    const repositories = all.length === 0 ? {} : { repositories: all };
    const body = { name: declared.name, settings: after, ...repositories };
    return [{ kind, configuration: live.id, body, carries: [address] }];
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
    const live = liveById.get(id);
    if (!assigned.has(id) || live?.name === undefined) return { ...common, kind: "assign", repositories: gained };
    const repositories = [...new Set([...has(id), ...gained])];
    return { ...common, kind: "patch", body: { name: live.name, settings: live.settings, repositories } };
  });
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

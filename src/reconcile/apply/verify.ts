import type { Configuration, Observed, Repository } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId } from "../../model/ids";
import type { Named } from "../../model/namesakes";
import { normalForm, sameText } from "../../model/normal-form";
import type { ConfigurationChange } from "../plan/change";
import { placesOf, repositoryPath } from "../plan/conflict";
import { diff, target } from "../plan/target";
import type { Plan } from "../plan/plan";
import type { Write } from "../plan/write";

/** A setting that the service does not hold although it was applied. */
export interface Unconverged {
  readonly address: Address;
  readonly path: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/**
 * Compares the account after an apply with what is declared, leaf by leaf. What became of the other leaves of a
 * configuration that was written is for `unexpectedIn` of the judge of writes to say.
 *
 * @param created the ids that the service gave to new configurations, by address
 * @param writes the writes sent, which may be more than were planned
 */
export function verify(
  plan: Plan,
  observed: Pick<Observed, "configurations" | "repositories">,
  created: ReadonlyMap<Address, ConfigurationId>,
  writes: readonly Write[] = plan.writes,
): readonly Unconverged[] {
  const byId = new Map(observed.configurations.map((each) => [each.id, each]));
  const byName = groupBy(observed.configurations, ({ name }) => name && normalForm(name));
  const liveOf = (each: ConfigurationChange): Configuration | undefined => {
    const id = each.live?.id ?? created.get(each.address);
    if (id !== undefined) return byId.get(id);
    // the answer to its creation was lost: of several with its name, the one that holds what is declared
    const named = byName.get(normalForm(each.declared.name)) ?? [];
    return named.find((one) => settings(each, one).length === 0) ?? named[0];
  };
  const changed = plan.configurations.filter((each) => each.action !== "no-op");
  const idOf = new Map(changed.map((each) => [each.address, liveOf(each)?.id]));
  const repositories = new Map(observed.repositories.map((each) => [each.id, each]));
  const sideAt = (id: ConfigurationId | undefined) => id && { id, name: byId.get(id)?.name };

  return [
    ...plan.deletions.flatMap(({ address, live }): readonly Unconverged[] =>
      byId.has(live.id) ? [{ address, path: "name", expected: undefined, found: live.name ?? live.id }] : [],
    ),
    ...changed.flatMap((each) => settings(each, liveOf(each))),
    ...lostRepositories(plan, writes, repositories, sideAt),
    ...plan.moves.flatMap(({ assignments, repository, to, toName }): readonly Unconverged[] => {
      const goal = "id" in to ? to.id : idOf.get(to.address);
      const has = repositories.get(repository.id)?.configuration_id;
      if (goal !== undefined && has === goal) return [];
      const [expected, found] = placesOf({ id: goal, name: toName }, sideAt(has));
      return [{ address: assignments, path: repositoryPath(repository), expected, found }];
    }),
  ];
}

/** What the declared configurations that were not to change do not hold as declared. */
export function changedUnplanned({ configurations }: Plan, live: readonly Configuration[]): readonly Unconverged[] {
  const byId = new Map(live.map((each) => [each.id, each]));
  return configurations.flatMap((each) =>
    each.action === "no-op" && each.live !== undefined ? settings(each, byId.get(each.live.id)) : [],
  );
}

function settings({ address, declared }: ConfigurationChange, live: Configuration | undefined): readonly Unconverged[] {
  if (live === undefined) return [{ address, path: "name", expected: declared.name, found: undefined }];
  const should = target(live.settings, declared);
  const name = { address, path: "name", expected: declared.name, found: live.name };
  return [
    ...(sameText(live.name, declared.name) ? [] : [name]),
    ...diff(live.settings, should).map(({ path, before, after }) => ({
      address,
      path,
      expected: after,
      found: before,
    })),
  ];
}

/** Repositories that a write listed in order to keep them, and that have another configuration. */
function lostRepositories(
  plan: Plan,
  writes: readonly Write[],
  repositories: ReadonlyMap<string, Repository>,
  sideAt: (id: ConfigurationId | undefined) => Named | undefined,
): readonly Unconverged[] {
  // moves are verified separately, and a repository that two writes listed is reported once
  const said = new Set(plan.moves.map(({ repository }) => repository.id));
  return writes.flatMap((write): readonly Unconverged[] => {
    if (write.kind !== "put" && write.kind !== "patch") return [];
    const [address] = write.carries;
    if (address === undefined) return [];
    const gone = (write.body.repositories ?? [])
      .flatMap((id) => repositories.get(id) ?? [])
      .filter(({ id, configuration_id: has }) => !said.has(id) && has !== write.configuration);
    for (const { id } of gone) said.add(id);
    return gone.map((each) => {
      const own = { id: write.configuration, name: write.body.name };
      const [expected, found] = placesOf(own, sideAt(each.configuration_id));
      return { address, path: repositoryPath(each), expected, found };
    });
  });
}

/**
 * The addresses of which the account shows nothing of what was written, as when reads lag behind writes. What shows
 * in part has arrived, and waiting does not change it; nor does it where a service keeps what was to be removed.
 *
 * | written        | unseen while                                                     |
 * |----------------|------------------------------------------------------------------|
 * | a creation     | the new id is not listed                                         |
 * | an update      | the settings and the name are as before, and some are to be set  |
 * | moves          | every repository is there, with its former configuration or none |
 * | a deletion     | it is listed                                                     |
 */
export function unseen(
  plan: Plan,
  seen: Pick<Observed, "configurations" | "repositories">,
  created: ReadonlyMap<Address, ConfigurationId>,
): ReadonlySet<Address> {
  const live = new Map(seen.configurations.map((each) => [each.id, each]));
  const holds = new Map(seen.repositories.map((each) => [each.id, each.configuration_id]));
  const isUnseen = ({ address, live: before, declared, changes }: ConfigurationChange): boolean => {
    if (before === undefined) {
      const id = created.get(address);
      return id !== undefined && !live.has(id);
    }
    const now = live.get(before.id);
    const sets = declared.name !== before.name || changes.some(({ removes }) => !removes);
    return sets && now !== undefined && now.name === before.name && diff(before.settings, now.settings).length === 0;
  };
  const moved = plan.moves.filter(({ repository: { id }, from }) => !holds.has(id) || holds.get(id) !== from);
  const arrived = new Set(moved.map(({ assignments }) => assignments));
  return new Set([
    ...plan.configurations.filter(isUnseen).map(({ address }) => address),
    ...plan.moves.map(({ assignments }) => assignments).filter((each) => !arrived.has(each)),
    ...plan.deletions.filter((each) => live.has(each.live.id)).map(({ address }) => address),
  ]);
}

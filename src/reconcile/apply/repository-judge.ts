import type { Repository } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import type { PlanIndex } from "./plan-index";
import type { PriorState } from "./prior-state";
import { type Changed, type Conflict, conflict, placesOf, repositoryPath } from "../plan/conflict";
import type { Looks } from "./looks";

interface RepositoryIndex {
  readonly byId: ReadonlyMap<RepositoryId, Repository>;
  readonly holders: ReadonlyMap<ConfigurationId | undefined, readonly Repository[]>;
}

const indexes = new WeakMap<readonly Repository[], RepositoryIndex>();

/** A list that many writes share is indexed once. */
function indexRepositories(repositories: readonly Repository[]): RepositoryIndex {
  const made = indexes.get(repositories) ?? {
    byId: new Map(repositories.map((each) => [each.id, each])),
    holders: groupBy(repositories, (each) => each.configuration_id),
  };
  indexes.set(repositories, made);
  return made;
}

type ListLooks = Pick<Looks, "configurationsOf" | "repositories" | "now">;

/** Compares where repositories are with where the plan has seen them. */
export class RepositoryJudge {
  readonly #looks: ListLooks;
  readonly #plan: PlanIndex;
  readonly #nameOf: (id: ConfigurationId) => string;
  /** Repositories that were left out of a write: the plan does not take them away any more. */
  readonly #omitted = new Set<RepositoryId>();

  /** @param nameOf the name of a configuration, or its id */
  constructor(looks: ListLooks, plan: PlanIndex, nameOf: (id: ConfigurationId) => string) {
    this.#looks = looks;
    this.#plan = plan;
    this.#nameOf = nameOf;
  }

  /** Repositories that have the configuration, and neither stay nor go by this plan. */
  arrivals(id: ConfigurationId, known: readonly RepositoryId[], { holders }: RepositoryIndex): readonly Conflict[] {
    const leaving = this.#plan.leaving.get(id);
    const expected = new Set(known);
    return (holders.get(id) ?? [])
      .filter(({ id: each }) => !expected.has(each) && (leaving?.has(each) !== true || this.#omitted.has(each)))
      .map((each) => conflict(repositoryPath(each), undefined, this.#nameOf(id)));
  }

  /**
   * The repositories that are where they were, or at their goal already.
   *
   * @param prior what the write rests on
   * @param goal undefined for a configuration that is to be created
   * @param keeper the address of a configuration that lists repositories in order to keep them
   */
  async listed(
    prior: PriorState,
    repositories: readonly RepositoryId[],
    goal: ConfigurationId | undefined,
    { byId }: RepositoryIndex,
    keeper?: Address,
  ): Promise<{
    readonly left: readonly RepositoryId[];
    readonly changed: readonly Changed[];
    readonly departed: readonly Changed[];
  }> {
    const before = (id: RepositoryId) => (prior.repositories.has(id) ? prior.repositories.get(id) : goal);
    const isInPlace = (id: RepositoryId): boolean => {
      const has = byId.get(id)?.configuration_id;
      return byId.has(id) && (has === before(id) || (goal !== undefined && has === goal));
    };
    const gone = repositories.filter((id) => !isInPlace(id));
    if (gone.length === 0) return { left: repositories, changed: [], departed: [] };
    // the names of configurations that the plan does not concern, or that are newer than the list of them
    const sides = gone.flatMap((id) =>
      [before(id), byId.get(id)?.configuration_id].filter((each) => each !== undefined),
    );
    const live = await this.#looks.configurationsOf([...new Set(sides)]);
    const sideAt = (id: ConfigurationId | undefined) => id && { id, name: live.get(id)?.name ?? this.#nameOf(id) };
    const changed: Changed[] = [];
    const departed: Changed[] = [];
    for (const id of gone) {
      const now = byId.get(id);
      this.#omitted.add(id);
      const move = this.#plan.moves.get(id);
      const isGained = move !== undefined && (!("id" in move.to) || move.to.id === goal);
      const path = repositoryPath(now ?? move?.repository ?? { id });
      const found = conflict(path, ...placesOf(sideAt(before(id)), sideAt(now?.configuration_id)));
      if (isGained) changed.push({ address: move.assignments, ...found });
      else if (keeper !== undefined && now !== undefined) departed.push({ address: keeper, ...found });
    }
    return { left: repositories.filter(isInPlace), changed, departed };
  }

  /**
   * Reads repositories and something else at once. Where one had to wait for the service, the other is read again, so
   * that neither is old.
   */
  async readTogether<T>(read: () => Promise<T>): Promise<[T, RepositoryIndex]> {
    const timed = async <R>(part: Promise<R>): Promise<{ readonly value: R; readonly ended: number }> => ({
      value: await part,
      ended: this.#looks.now(),
    });
    const [first, index] = await Promise.all([timed(read()), timed(this.#read())]);
    const late = index.ended - first.ended;
    return [late >= longestSkew ? await read() : first.value, -late >= longestSkew ? await this.#read() : index.value];
  }

  /** Reads repositories, and then something that must be as fresh as can be. Where that took long, both again. */
  async readBefore<T>(read: () => Promise<T>): Promise<[T, RepositoryIndex]> {
    const index = await this.#read();
    const ended = this.#looks.now();
    const value = await read();
    return this.#looks.now() - ended < longestSkew ? [value, index] : Promise.all([read(), this.#read()]);
  }

  async #read(): Promise<RepositoryIndex> {
    return indexRepositories(await this.#looks.repositories());
  }
}

/** Parts of a look that end further apart, in milliseconds, are not of one moment. */
const longestSkew = 1000;

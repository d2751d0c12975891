import type { Configuration } from "../../model/entities";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import { undeclared } from "../plan/deletions";
import type { Plan } from "../plan/plan";
import type { Write } from "../plan/write";
import { type Basis, type PlanIndex, indexPlan, type RepositoryIndex, indexRepositories } from "./basis";
import {
  type Changed,
  changedLeaves,
  type ChangedPart,
  isCreatedFrom,
  part,
  type Sent,
  sentBy,
  undeclaredLeaves,
} from "./changed";
import type { Looks } from "./looks";

type Of<K extends Write["kind"]> = Extract<Write, { readonly kind: K }>;

/** The write without what somebody else has changed; undefined when nothing of it may go out. */
export interface Judged<W extends Write> {
  readonly write: W | undefined;
  readonly changed?: readonly Changed[];
  /** Repositories that the write would have kept, and that somebody has moved away. */
  readonly departed?: readonly Changed[];
}

/**
 * Looks at what a write replaces, and leaves out of it what somebody else has changed.
 *
 * | write             | compared with the basis                                | left out, or withheld                     |
 * |-------------------|--------------------------------------------------------|-------------------------------------------|
 * | PATCH             | the leaves of the fields in the body; the name         | withheld                                  |
 * | PUT               | all settings; the name; who has it                     | withheld                                  |
 * | bulk_update       | the leaves of the fields in it                         | the configurations that changed           |
 * | DELETE            | all settings; the name; who has it                     | withheld; done where it is gone           |
 * | POST              | that the name is free                                  | withheld                                  |
 * | assign            | that the target holds what was declared                | withheld                                  |
 * | any `repositories` | where each of them is                                 | those that somebody has moved             |
 * | triage            | the category                                           | withheld                                  |
 */
export class WriteJudge {
  readonly #looks: Looks;
  readonly #plan: PlanIndex;
  /** What this apply has sent to a configuration, which may have taken effect. */
  readonly #sent = new Map<ConfigurationId, Sent[]>();
  /** The categories that this apply has given to a finding; null for none. */
  readonly #triaged = new Map<string, (string | null)[]>();
  /** Repositories that were left out of a write: the plan does not take them away any more. */
  readonly #omitted = new Set<RepositoryId>();
  /** Configurations as last looked at. */
  readonly seen = new Map<ConfigurationId, Configuration>();
  /** What the next writes rest on. */
  basis: Basis = { configurations: new Map(), repositories: new Map() };

  constructor(plan: Plan, looks: Looks) {
    this.#looks = looks;
    this.#plan = indexPlan(plan);
  }

  /** @param isRepeated an earlier attempt of it may have gone out */
  judge(piece: Write, isRepeated: boolean): Promise<Judged<Write>> {
    switch (piece.kind) {
      case "create":
        return this.#create(piece, isRepeated);
      case "put":
      case "patch":
        return this.#update(piece);
      case "bulk":
        return this.#bulk(piece);
      case "assign":
        return this.#assign(piece);
      case "delete":
        return this.#delete(piece);
      case "set-triage":
      case "remove-triage":
        return this.#triage(piece);
      default:
        return piece satisfies never;
    }
  }

  async #create(write: Of<"create">, isRepeated: boolean): Promise<Judged<Of<"create">>> {
    const { name, repositories } = write.body;
    const at = write.carries[0];
    const list = (): Promise<readonly Configuration[]> => this.#looks.configurations();
    const [configurations, repositoryIndex] =
      repositories === undefined ? [await list()] : await this.#withRepositories(list);
    const { configurations: before } = this.basis;
    const taken = configurations.find((each) => each.name === name && before.get(each.id)?.name !== name);
    // an earlier attempt has made it, which the list that was read after it has shown late
    if (taken !== undefined && isRepeated && isCreatedFrom(taken, write.body)) return { write: undefined };
    if (taken !== undefined && at !== undefined)
      return { write: undefined, changed: [{ address: at, ...part("name", undefined, name) }] };
    if (repositoryIndex === undefined) return { write };
    const { left, changed } = await this.#listed(repositories ?? [], undefined, repositoryIndex);
    return { write: { ...write, body: bodyWith(write.body, left) }, changed };
  }

  async #update(write: Of<"put" | "patch">): Promise<Judged<Of<"put" | "patch">>> {
    const { kind, configuration: id, body } = write;
    const isWhole = kind === "put"; // without a list it may take the configuration from all that have it
    const needsPlaces = isWhole || body.repositories !== undefined;
    const [live, repositoryIndex] = needsPlaces
      ? await this.#withRepositories(() => this.#live(id))
      : [await this.#live(id)];
    const fields = isWhole ? undefined : new Set(Object.keys(body.settings));
    const conflicts = [
      ...this.#compared(id, live, fields, write),
      ...(live === undefined || repositoryIndex === undefined
        ? []
        : this.#arrivals(id, body.repositories ?? [], repositoryIndex)),
    ];
    if (conflicts.length > 0) return { write: undefined, changed: at(this.#addressOf(id, write), conflicts) };
    if (repositoryIndex === undefined || body.repositories === undefined) return { write };
    const { left, changed, departed } = await this.#listed(
      body.repositories,
      id,
      repositoryIndex,
      this.#addressOf(id, write),
    );
    const isEmpty = left.length === 0 && Object.keys(body.settings).length === 0;
    return { write: isEmpty ? undefined : { ...write, body: bodyWith(body, left) }, changed, departed };
  }

  async #bulk(write: Of<"bulk">): Promise<Judged<Of<"bulk">>> {
    const live = await this.#looks.configurationsOf(write.configurations);
    for (const each of live.values()) this.seen.set(each.id, each);
    const fields = new Set(Object.keys(write.updates));
    const changed = write.configurations.flatMap((id) =>
      at(this.#addressOf(id, write), this.#compared(id, live.get(id), fields, write)).map((each) => ({ id, each })),
    );
    const moved = new Set(changed.map(({ id }) => id));
    const left = write.configurations.filter((id) => !moved.has(id));
    return {
      write: left.length === 0 ? undefined : { ...write, configurations: left },
      changed: changed.map(({ each }) => each),
    };
  }

  async #assign(write: Of<"assign">): Promise<Judged<Of<"assign">>> {
    const { configuration: id } = write;
    const [live, repositoryIndex] = await this.#withRepositories(() => this.#live(id));
    const before = this.basis.configurations.get(id);
    const declared = this.#plan.declared.get(id);
    const conflicts =
      live === undefined
        ? before === undefined
          ? [] // created by this apply, and not listed yet
          : [part("configuration", before.name ?? id, undefined)]
        : declared === undefined
          ? []
          : undeclaredLeaves(live, declared, this.#sent.has(id) ? before : undefined);
    if (conflicts.length > 0) {
      const target = `configuration ${JSON.stringify(live?.name ?? before?.name ?? id)}`;
      const own = this.#plan.addresses.get(id);
      // of a write that carries the target itself, these are its own leaves
      if (own !== undefined && write.carries.includes(own)) return { write: undefined, changed: at(own, conflicts) };
      const named = conflicts.map((each) =>
        live === undefined ? each : { ...each, path: `${each.path} of ${target}` },
      );
      return { write: undefined, changed: write.carries.flatMap((address) => at(address, named)) };
    }
    const { left, changed } = await this.#listed(write.repositories, id, repositoryIndex);
    return { write: left.length === 0 ? undefined : { ...write, repositories: left }, changed };
  }

  async #delete(write: Of<"delete">): Promise<Judged<Of<"delete">>> {
    const { configuration: id } = write;
    const [live, repositoryIndex] = await this.#withRepositories(() => this.#live(id));
    if (live === undefined) return { write: undefined };
    const remaining = this.#plan.remaining.get(id) ?? [];
    const conflicts = [
      ...this.#compared(id, live, undefined, write),
      ...this.#arrivals(id, remaining, repositoryIndex),
    ];
    return conflicts.length === 0 ? { write } : { write: undefined, changed: at(undeclared(id), conflicts) };
  }

  async #triage(write: Of<"set-triage" | "remove-triage">): Promise<Judged<Write>> {
    const { finding } = write;
    const key = finding.toLowerCase();
    // where there was none, 404 means none: the list of all findings need not say it
    const status = await this.#looks.triage(finding, (this.#plan.triages.get(key) ?? null) !== null);
    if (status?.is === "unclear") return { write }; // nothing to compare with: the specification shows no answer
    const found = status?.is === "set" ? status.category : null;
    const before = this.#plan.triages.get(key) ?? null;
    const wanted = write.kind === "set-triage" ? write.category : null;
    if ([before, wanted, ...(this.#triaged.get(key) ?? [])].includes(found)) return { write };
    const conflict = part("category", before ?? undefined, found ?? undefined);
    return { write: undefined, changed: at(write.carries[0], [conflict]) };
  }

  async #live(id: ConfigurationId): Promise<Configuration | undefined> {
    const live = (await this.#looks.configurationsOf([id])).get(id);
    if (live !== undefined) this.seen.set(id, live);
    return live;
  }

  /** What of a configuration is neither as before nor as the write, or an earlier one of this apply, leaves it. */
  #compared(
    id: ConfigurationId,
    live: Configuration | undefined,
    fields: ReadonlySet<string> | undefined,
    write: Write,
  ): readonly ChangedPart[] {
    const before = this.basis.configurations.get(id);
    if (live === undefined) return [part("configuration", before?.name ?? id, undefined)];
    if (before === undefined) return [];
    const isRenamed = live.name !== before.name && !("body" in write && live.name === write.body.name);
    return [
      // a bulk update sends no name
      ...(isRenamed && write.kind !== "bulk" ? [part("name", before.name, live.name)] : []),
      ...changedLeaves(live.settings, fields, before.settings, sentBy(write), this.#sent.get(id) ?? []),
    ];
  }

  /** Repositories that have the configuration, and neither stay nor go by this plan. */
  #arrivals(id: ConfigurationId, known: readonly RepositoryId[], { holders }: RepositoryIndex): readonly ChangedPart[] {
    const leaving = this.#plan.leaving.get(id);
    const expected = new Set(known);
    return (holders.get(id) ?? [])
      .filter(({ id: each }) => !expected.has(each) && (leaving?.has(each) !== true || this.#omitted.has(each)))
      .map((each) => part(pathOf(each), undefined, this.#nameOf(id)));
  }

  /**
   * The repositories that are where they were, or at their goal already.
   *
   * @param goal undefined for a configuration that is to be created
   * @param keeper the address of a configuration that lists repositories in order to keep them
   */
  async #listed(
    repositories: readonly RepositoryId[],
    goal: ConfigurationId | undefined,
    { byId }: RepositoryIndex,
    keeper?: Address,
  ): Promise<{
    readonly left: readonly RepositoryId[];
    readonly changed: readonly Changed[];
    readonly departed: readonly Changed[];
  }> {
    const { basis } = this;
    const isInPlace = (id: RepositoryId): boolean => {
      const has = byId.get(id)?.configuration_id;
      const before = basis.repositories.has(id) ? basis.repositories.get(id) : goal;
      return byId.has(id) && (has === before || (goal !== undefined && has === goal));
    };
    const gone = repositories.filter((id) => !isInPlace(id));
    if (gone.length === 0) return { left: repositories, changed: [], departed: [] };
    // the names of configurations that the plan does not concern
    const names = new Map((await this.#looks.configurations()).map((each) => [each.id, each.name]));
    const nameOf = (id: ConfigurationId): string => names.get(id) ?? this.#nameOf(id);
    const changed: Changed[] = [];
    const departed: Changed[] = [];
    for (const id of gone) {
      const now = byId.get(id);
      const before = basis.repositories.has(id) ? basis.repositories.get(id) : goal;
      const has = now?.configuration_id;
      this.#omitted.add(id);
      const move = this.#plan.moves.get(id);
      const isGained = move !== undefined && (!("id" in move.to) || move.to.id === goal);
      const found = part(
        pathOf(now ?? move?.repository ?? { id }),
        before === undefined ? undefined : nameOf(before),
        has === undefined ? undefined : nameOf(has),
      );
      if (isGained) changed.push({ address: move.assignments, ...found });
      else if (keeper !== undefined && now !== undefined) departed.push({ address: keeper, ...found });
    }
    const left = repositories.filter(isInPlace);
    return { left, changed, departed };
  }

  /** Both at once; where one had to wait for the service, the other is read again, so that neither is old. */
  async #withRepositories<T>(read: () => Promise<T>): Promise<[T, RepositoryIndex]> {
    const timed = async <R>(part: Promise<R>): Promise<{ readonly value: R; readonly ended: number }> => ({
      value: await part,
      ended: this.#looks.now(),
    });
    const [first, repositoryIndex] = await Promise.all([timed(read()), timed(this.#repositories())]);
    const late = repositoryIndex.ended - first.ended;
    return [
      late >= longestSkew ? await read() : first.value,
      -late >= longestSkew ? await this.#repositories() : repositoryIndex.value,
    ];
  }

  async #repositories(): Promise<RepositoryIndex> {
    const all = await this.#looks.repositories();
    return indexRepositories(all);
  }

  #nameOf(id: ConfigurationId): string {
    return (this.seen.get(id) ?? this.basis.configurations.get(id))?.name ?? id;
  }

  #addressOf(id: ConfigurationId, write: Write): Address | undefined {
    return this.#plan.addresses.get(id) ?? write.carries[0];
  }

  /** The write goes out as it is. */
  sending(write: Write): void {
    const sent = sentBy(write);
    const ids = write.kind === "bulk" ? write.configurations : "configuration" in write ? [write.configuration] : [];
    if (sent !== undefined) for (const id of ids) this.#sent.set(id, [...(this.#sent.get(id) ?? []), sent]);
    if ("finding" in write) {
      const key = write.finding.toLowerCase();
      const category = write.kind === "set-triage" ? write.category : null;
      this.#triaged.set(key, [...(this.#triaged.get(key) ?? []), category]);
    }
  }
}

/** Parts of a look that end further apart, in milliseconds, are not of one moment. */
const longestSkew = 1000;

const at = (address: Address | undefined, parts: readonly ChangedPart[]): readonly Changed[] =>
  address === undefined ? [] : parts.map((each) => ({ address, ...each }));

const pathOf = ({ id, name }: { readonly id: RepositoryId; readonly name?: string }): string =>
  `repository ${name ?? id}`;

function bodyWith<B extends { readonly repositories?: readonly RepositoryId[] }>(
  { repositories: _all, ...body }: B,
  left: readonly RepositoryId[],
): Omit<B, "repositories"> & { readonly repositories?: readonly RepositoryId[] } {
  return left.length === 0 ? body : { ...body, repositories: left };
}

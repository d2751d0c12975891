import type { Configuration } from "../../model/entities";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import { undeclared } from "../plan/deletions";
import type { Plan } from "../plan/plan";
import type { Write } from "../plan/write";
import { type Basis, type Facts, factsOf, type Places, placesOf } from "./basis";
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
  readonly #facts: Facts;
  /** What this apply has sent to a configuration, which may have taken effect. */
  readonly #sent = new Map<ConfigurationId, Sent[]>();
  /** The categories that this apply has given to a finding; null for none. */
  readonly #triaged = new Map<string, (string | null)[]>();
  /** Repositories that were left out of a write: the plan does not take them away any more. */
  readonly #left = new Set<RepositoryId>();
  /** Configurations as last looked at. */
  readonly seen = new Map<ConfigurationId, Configuration>();
  /** What the next writes rest on. */
  basis: Basis = { configurations: new Map(), repositories: new Map() };

  constructor(plan: Plan, looks: Looks) {
    this.#looks = looks;
    this.#facts = factsOf(plan);
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
    const [configurations, places] = await Promise.all([
      this.#looks.configurations(),
      repositories === undefined ? undefined : this.#places(),
    ]);
    const { configurations: before } = this.basis;
    const taken = configurations.find((each) => each.name === name && before.get(each.id)?.name !== name);
    // an earlier attempt has made it, which the list that was read after it has shown late
    if (taken !== undefined && isRepeated && isCreatedFrom(taken, write.body)) return { write: undefined };
    if (taken !== undefined && at !== undefined)
      return { write: undefined, changed: [{ address: at, ...part("name", undefined, name) }] };
    if (places === undefined) return { write };
    const { left, changed } = await this.#listed(repositories ?? [], undefined, places);
    return { write: { ...write, body: withRepositories(write.body, left) }, changed };
  }

  async #update(write: Of<"put" | "patch">): Promise<Judged<Of<"put" | "patch">>> {
    const { kind, configuration: id, body } = write;
    const isWhole = kind === "put"; // without a list it may take the configuration from all that have it
    const [live, places] = await Promise.all([
      this.#live(id),
      isWhole || body.repositories !== undefined ? this.#places() : undefined,
    ]);
    const fields = isWhole ? undefined : new Set(Object.keys(body.settings));
    const conflicts = [
      ...this.#compared(id, live, fields, write),
      ...(live === undefined || places === undefined ? [] : this.#arrivals(id, body.repositories ?? [], places)),
    ];
    if (conflicts.length > 0) return { write: undefined, changed: at(this.#addressOf(id, write), conflicts) };
    if (places === undefined || body.repositories === undefined) return { write };
    const { left, changed, departed } = await this.#listed(body.repositories, id, places, this.#addressOf(id, write));
    const isEmpty = left.length === 0 && Object.keys(body.settings).length === 0;
    return { write: isEmpty ? undefined : { ...write, body: withRepositories(body, left) }, changed, departed };
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
    const [live, places] = await Promise.all([this.#live(id), this.#places()]);
    const before = this.basis.configurations.get(id);
    const declared = this.#facts.declared.get(id);
    const conflicts =
      live === undefined
        ? before === undefined
          ? [] // created by this apply, and not listed yet
          : [part("configuration", before.name ?? id, undefined)]
        : declared === undefined
          ? []
          : undeclaredLeaves(live, declared, this.#sent.has(id) ? before : undefined);
    if (conflicts.length > 0) {
      const address = this.#facts.addresses.get(id) ?? write.carries[0];
      return { write: undefined, changed: at(address, conflicts) };
    }
    const { left, changed } = await this.#listed(write.repositories, id, places);
    return { write: left.length === 0 ? undefined : { ...write, repositories: left }, changed };
  }

  async #delete(write: Of<"delete">): Promise<Judged<Of<"delete">>> {
    const { configuration: id } = write;
    const [live, places] = await Promise.all([this.#live(id), this.#places()]);
    if (live === undefined) return { write: undefined };
    const remaining = this.#facts.remaining.get(id) ?? [];
    const conflicts = [...this.#compared(id, live, undefined, write), ...this.#arrivals(id, remaining, places)];
    return conflicts.length === 0 ? { write } : { write: undefined, changed: at(undeclared(id), conflicts) };
  }

  async #triage(write: Of<"set-triage" | "remove-triage">): Promise<Judged<Write>> {
    const { finding } = write;
    const key = finding.toLowerCase();
    const status = await this.#looks.triage(finding);
    if (status?.is === "unclear") return { write }; // nothing to compare with: the specification shows no answer
    const found = status?.is === "set" ? status.category : null;
    const before = this.#facts.triages.get(key) ?? null;
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
  #arrivals(id: ConfigurationId, known: readonly RepositoryId[], { holders }: Places): readonly ChangedPart[] {
    const leaving = this.#facts.leaving.get(id);
    const expected = new Set(known);
    return (holders.get(id) ?? [])
      .filter(({ id: each }) => !expected.has(each) && (leaving?.has(each) !== true || this.#left.has(each)))
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
    { byId }: Places,
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
      this.#left.add(id);
      const move = this.#facts.moves.get(id);
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

  async #places(): Promise<Places> {
    const all = await this.#looks.repositories();
    return placesOf(all);
  }

  #nameOf(id: ConfigurationId): string {
    return (this.seen.get(id) ?? this.basis.configurations.get(id))?.name ?? id;
  }

  #addressOf(id: ConfigurationId, write: Write): Address | undefined {
    return this.#facts.addresses.get(id) ?? write.carries[0];
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

const at = (address: Address | undefined, parts: readonly ChangedPart[]): readonly Changed[] =>
  address === undefined ? [] : parts.map((each) => ({ address, ...each }));

const pathOf = ({ id, name }: { readonly id: RepositoryId; readonly name?: string }): string =>
  `repository ${name ?? id}`;

function withRepositories<B extends { readonly repositories?: readonly RepositoryId[] }>(
  { repositories: _all, ...body }: B,
  left: readonly RepositoryId[],
): Omit<B, "repositories"> & { readonly repositories?: readonly RepositoryId[] } {
  return left.length === 0 ? body : { ...body, repositories: left };
}

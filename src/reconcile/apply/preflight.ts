import { messageOf, ScanformError } from "../../diagnostics/error";
import type { Configuration } from "../../model/entities";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import type { Settings } from "../../model/settings";
import { undeclared } from "../plan/deletions";
import type { Plan } from "../plan/plan";
import type { Write } from "../plan/write";
import { type Attempt, RequestError } from "../ports";
import { type Basis, type Facts, factsOf, type Places, placesOf } from "./basis";
import { type Changed, changedLeaves, type ChangedPart, part, undeclaredLeaves } from "./changed";
import type { Looks } from "./looks";
import { type Reason, Withheld } from "./withheld";

/** What became of a write before it was sent. */
export interface Preflown {
  /** The ids of configurations and repositories that were left out. */
  readonly dropped: Set<string>;
  readonly changed: Changed[];
  /** Repositories that the write would have kept, and that somebody has moved away. */
  readonly departed: Changed[];
  /** The journal announced it. */
  isNoted: boolean;
}

export interface PreflightOptions {
  readonly plan: Plan;
  readonly looks: Looks;
  /** Records a write before it is sent. @throws ScanformError when it cannot be recorded */
  readonly note: (write: Write) => void;
  readonly signal: AbortSignal | undefined;
}

type Of<K extends Write["kind"]> = Extract<Write, { readonly kind: K }>;

/** A look: the write without what somebody else has changed; undefined when nothing of it may go out. */
interface Judged<W extends Write> {
  readonly write: W | undefined;
  readonly changed?: readonly Changed[];
  readonly departed?: readonly Changed[];
}

/**
 * The check of every write right before each attempt: it looks at what the write replaces, leaves out what somebody
 * else has changed, and records what goes out (DESIGN, *Execute*).
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
export class Preflight {
  readonly #options: PreflightOptions;
  readonly #facts: Facts;
  readonly #flown = new Map<number, Preflown>();
  /** The settings that this apply has sent to a configuration, which may have taken effect. */
  readonly #sent = new Map<ConfigurationId, Settings[]>();
  /** The categories that this apply has given to a finding; null for none. */
  readonly #triaged = new Map<string, (string | null)[]>();
  /** Configurations as last looked at. */
  readonly seen = new Map<ConfigurationId, Configuration>();
  /** Why no write goes out any more. */
  halted: Reason | undefined;
  #basis: Basis = { configurations: new Map(), repositories: new Map() };
  /** The number of configurations of each write that has not been checked yet. */
  readonly #unchecked = new Map<number, number>();

  constructor(options: PreflightOptions) {
    this.#options = options;
    this.#facts = factsOf(options.plan);
  }

  /** What the next writes are, and what they rest on. */
  expect(writes: readonly Write[], basis: Basis): void {
    this.#basis = basis;
    for (const each of writes) this.#unchecked.set(each.id, each.kind === "bulk" ? each.configurations.length : 1);
  }

  /** The number of configurations that the writes to come have still to look at. */
  get waiting(): number {
    let sum = 0;
    for (const each of this.#unchecked.values()) sum += each;
    return sum;
  }

  of(write: Write): Preflown {
    const known = this.#flown.get(write.id) ?? { dropped: new Set(), changed: [], departed: [], isNoted: false };
    this.#flown.set(write.id, known);
    return known;
  }

  /**
   * @param piece the write, or a part of it
   * @returns what may go out of it
   * @throws Withheld
   */
  async check<W extends Write>(piece: W, { unclear }: Attempt): Promise<W> {
    const withhold = (reason: Reason): never => {
      throw new Withheld(reason, unclear);
    };
    const stopIfAsked = (): void => {
      if (this.#options.signal?.aborted === true) withhold({ is: "interrupted" });
      if (this.halted !== undefined) withhold(this.halted);
    };
    this.#unchecked.delete(piece.id);
    stopIfAsked();
    const { write, changed = [], departed = [] } = await this.#judged(piece, unclear);
    stopIfAsked();
    const flown = this.of(piece);
    flown.changed.push(...changed.filter((each) => !flown.changed.some((known) => isSamePlace(known, each))));
    flown.departed.push(...departed.filter((each) => !flown.departed.some((known) => isSamePlace(known, each))));
    if (write === undefined) return withhold({ is: changed.length === 0 ? "done" : "changed" });
    for (const id of idsIn(piece)) if (!idsIn(write).includes(id)) flown.dropped.add(id);
    if (!flown.isNoted) {
      try {
        this.#options.note(write);
      } catch (thrown) {
        if (!(thrown instanceof ScanformError)) throw thrown;
        this.halted ??= { is: "unnoted", because: messageOf(thrown) };
        withhold(this.halted);
      }
      flown.isNoted = true;
    }
    this.#remember(write);
    return write;
  }

  /** @throws Withheld when it cannot be read */
  async #judged<W extends Write>(piece: W, unclear: boolean): Promise<Judged<W>> {
    try {
      return (await this.#judge(piece)) as Judged<W>; // each judge narrows a write of its own kind
    } catch (thrown) {
      if (!(thrown instanceof ScanformError)) throw thrown;
      const because = `not sent, since what it would replace could not be read: ${messageOf(thrown)}`;
      const reason = { is: "unread", because } as const;
      // a service that answers nothing is not asked again for each of a thousand writes
      if (!(thrown instanceof RequestError) || isLasting(thrown)) this.halted ??= reason;
      throw new Withheld(reason, unclear);
    }
  }

  #judge(piece: Write): Promise<Judged<Write>> {
    switch (piece.kind) {
      case "create":
        return this.#create(piece);
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

  async #create(write: Of<"create">): Promise<Judged<Of<"create">>> {
    const { name, repositories } = write.body;
    const at = write.carries[0];
    const [configurations, places] = await Promise.all([
      this.#options.looks.configurations(),
      repositories === undefined ? undefined : this.#places(),
    ]);
    const { configurations: before } = this.#basis;
    const taken = configurations.find((each) => each.name === name && before.get(each.id)?.name !== name);
    if (taken !== undefined && at !== undefined)
      return { write: undefined, changed: [{ address: at, ...part("name", undefined, name) }] };
    if (places === undefined) return { write };
    const { left, changed } = this.#listed(repositories ?? [], undefined, places);
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
      ...this.#compared(id, live, fields, body),
      ...(live === undefined || places === undefined ? [] : this.#arrivals(id, body.repositories ?? [], places)),
    ];
    if (conflicts.length > 0) return { write: undefined, changed: at(this.#addressOf(id, write), conflicts) };
    if (places === undefined || body.repositories === undefined) return { write };
    const { left, changed, departed } = this.#listed(body.repositories, id, places, this.#addressOf(id, write));
    const isEmpty = left.length === 0 && Object.keys(body.settings).length === 0;
    return { write: isEmpty ? undefined : { ...write, body: withRepositories(body, left) }, changed, departed };
  }

  async #bulk(write: Of<"bulk">): Promise<Judged<Of<"bulk">>> {
    const live = await this.#options.looks.configurationsOf(write.configurations);
    for (const each of live.values()) this.seen.set(each.id, each);
    const fields = new Set(Object.keys(write.updates));
    const changed = write.configurations.flatMap((id) =>
      at(this.#addressOf(id, write), this.#compared(id, live.get(id), fields, { settings: write.updates })).map(
        (each) => ({ id, each }),
      ),
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
    const before = this.#basis.configurations.get(id);
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
    const { left, changed, departed } = this.#listed(write.repositories, id, places);
    return {
      write: left.length === 0 ? undefined : { ...write, repositories: left },
      changed: [...changed, ...(left.length === 0 ? departed : [])],
    };
  }

  async #delete(write: Of<"delete">): Promise<Judged<Of<"delete">>> {
    const { configuration: id } = write;
    const [live, places] = await Promise.all([this.#live(id), this.#places()]);
    if (live === undefined) return { write: undefined };
    const remaining = this.#facts.remaining.get(id) ?? [];
    const conflicts = [...this.#compared(id, live, undefined), ...this.#arrivals(id, remaining, places)];
    return conflicts.length === 0 ? { write } : { write: undefined, changed: at(undeclared(id), conflicts) };
  }

  async #triage(write: Of<"set-triage" | "remove-triage">): Promise<Judged<Write>> {
    const { finding } = write;
    const key = finding.toLowerCase();
    const status = await this.#options.looks.triage(finding);
    if (status?.is === "unclear") return { write }; // nothing to compare with: the specification shows no answer
    const found = status?.is === "set" ? status.category : null;
    const before = this.#facts.triages.get(key) ?? null;
    const wanted = write.kind === "set-triage" ? write.category : null;
    if ([before, wanted, ...(this.#triaged.get(key) ?? [])].includes(found)) return { write };
    const conflict = part("category", before ?? undefined, found ?? undefined);
    return { write: undefined, changed: at(write.carries[0], [conflict]) };
  }

  async #live(id: ConfigurationId): Promise<Configuration | undefined> {
    const live = (await this.#options.looks.configurationsOf([id])).get(id);
    if (live !== undefined) this.seen.set(id, live);
    return live;
  }

  /** What of a configuration is neither as before nor as the write, or an earlier one of this apply, leaves it. */
  #compared(
    id: ConfigurationId,
    live: Configuration | undefined,
    fields: ReadonlySet<string> | undefined,
    body?: { readonly name?: string; readonly settings: Settings },
  ): readonly ChangedPart[] {
    const before = this.#basis.configurations.get(id);
    if (live === undefined) return [part("configuration", before?.name ?? id, undefined)];
    if (before === undefined) return [];
    const isRenamed = live.name !== before.name && live.name !== body?.name;
    return [
      // a bulk update sends no name
      ...(isRenamed && (body === undefined || body.name !== undefined) ? [part("name", before.name, live.name)] : []),
      ...changedLeaves(live.settings, fields, before.settings, body?.settings, this.#sent.get(id) ?? []),
    ];
  }

  /** Repositories that have the configuration, and neither stay nor go by this plan. */
  #arrivals(id: ConfigurationId, known: readonly RepositoryId[], { holders }: Places): readonly ChangedPart[] {
    const leaving = this.#facts.leaving.get(id);
    const expected = new Set(known);
    return (holders.get(id) ?? [])
      .filter((each) => !expected.has(each.id) && leaving?.has(each.id) !== true)
      .map((each) => part(pathOf(each), undefined, this.#nameOf(id)));
  }

  /**
   * The repositories that are where they were, or at their goal already.
   *
   * @param goal undefined for a configuration that is to be created
   * @param keeper the address of a configuration that lists repositories in order to keep them
   */
  #listed(
    repositories: readonly RepositoryId[],
    goal: ConfigurationId | undefined,
    { byId }: Places,
    keeper?: Address,
  ): { readonly left: readonly RepositoryId[]; readonly changed: readonly Changed[]; readonly departed: Changed[] } {
    const basis = this.#basis;
    const changed: Changed[] = [];
    const departed: Changed[] = [];
    const left = repositories.filter((id) => {
      const now = byId.get(id);
      const before = basis.repositories.has(id) ? basis.repositories.get(id) : goal;
      const has = now?.configuration_id;
      if (now !== undefined && (has === before || (goal !== undefined && has === goal))) return true;
      const move = this.#facts.moves.get(id);
      const isGained = move !== undefined && (!("id" in move.to) || move.to.id === goal);
      const found = part(
        pathOf(now ?? move?.repository ?? { id }),
        before === undefined ? undefined : this.#nameOf(before),
        has === undefined ? undefined : this.#nameOf(has),
      );
      if (isGained) changed.push({ address: move.assignments, ...found });
      else if (keeper !== undefined && now !== undefined) departed.push({ address: keeper, ...found });
      return false;
    });
    return { left, changed, departed };
  }

  async #places(): Promise<Places> {
    const all = await this.#options.looks.repositories();
    return placesOf(all);
  }

  #nameOf(id: ConfigurationId): string {
    return (this.seen.get(id) ?? this.#basis.configurations.get(id))?.name ?? id;
  }

  #addressOf(id: ConfigurationId, write: Write): Address | undefined {
    return this.#facts.addresses.get(id) ?? write.carries[0];
  }

  #remember(write: Write): void {
    const add = (id: ConfigurationId, settings: Settings): void => {
      this.#sent.set(id, [...(this.#sent.get(id) ?? []), settings]);
    };
    if (write.kind === "put" || write.kind === "patch") add(write.configuration, write.body.settings);
    if (write.kind === "bulk") for (const id of write.configurations) add(id, write.updates);
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

const isSamePlace = (one: Changed, other: Changed): boolean => one.address === other.address && one.path === other.path;

/** The configurations or repositories that a write lists. */
const idsIn = (write: Write): readonly string[] =>
  write.kind === "bulk"
    ? write.configurations
    : write.kind === "assign"
      ? write.repositories
      : "body" in write
        ? (write.body.repositories ?? [])
        : [];

function withRepositories<B extends { readonly repositories?: readonly RepositoryId[] }>(
  { repositories: _all, ...body }: B,
  left: readonly RepositoryId[],
): Omit<B, "repositories"> & { readonly repositories?: readonly RepositoryId[] } {
  return left.length === 0 ? body : { ...body, repositories: left };
}

/** Every other read would fail in the same way. */
const isLasting = ({ status }: RequestError): boolean =>
  status === undefined || status === 401 || status === 403 || status === 429 || status === 503;

import type { Configuration, Repository } from "../../model/entities";
import { overlap } from "../../model/compare-settings";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import { sameText } from "../../model/normal-form";
import { undeclared } from "../plan/deletions";
import { diff } from "../plan/merge";
import type { Plan } from "../plan/plan";
import { repositoriesIn, type Write } from "../plan/write";
import { type Basis, indexPlan, type PlanIndex } from "./basis";
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
import { RepositoryJudge } from "./repository-judge";

type Of<K extends Write["kind"]> = Extract<Write, { readonly kind: K }>;

/** The write without what somebody else has changed; undefined when nothing of it may go out. */
export interface WriteJudgement<W extends Write> {
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
  readonly #repositories: RepositoryJudge;
  /** Configurations as last looked at. */
  readonly seen = new Map<ConfigurationId, Configuration>();
  /** The changed leaves, and the name, that a reading has shown as planned since they were sent. */
  readonly shown = new Map<ConfigurationId, ReadonlySet<string>>();
  /** The repositories that a reading has shown elsewhere than before since they were sent. */
  readonly moved = new Set<RepositoryId>();
  /** The repositories in writes of this apply, which may have taken effect. */
  readonly #listed = new Set<RepositoryId>();
  /** What the next writes rest on. */
  basis: Basis = { configurations: new Map(), repositories: new Map() };

  constructor(plan: Plan, looks: Looks) {
    this.#looks = looks;
    this.#plan = indexPlan(plan);
    this.#repositories = new RepositoryJudge(looks, this.#plan, (id) => this.#nameOf(id));
  }

  /** @param isRepeated an earlier attempt of it may have gone out */
  judge(piece: Write, isRepeated: boolean): Promise<WriteJudgement<Write>> {
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

  async #create(write: Of<"create">, isRepeated: boolean): Promise<WriteJudgement<Of<"create">>> {
    const { name, repositories } = write.body;
    const at = write.carries[0];
    const list = () => this.#looks.configurations();
    const [configurations, index] =
      repositories === undefined ? [await list()] : await this.#repositories.readBeside(list);
    const { configurations: before } = this.basis;
    const taken = configurations.find(
      (each) => sameText(each.name, name) && !sameText(before.get(each.id)?.name, name),
    );
    // an earlier attempt has made it, which the list that was read after it has shown late
    if (taken !== undefined && isRepeated && isCreatedFrom(taken, write.body)) return { write: undefined };
    if (taken !== undefined && at !== undefined)
      return { write: undefined, changed: [{ address: at, ...part("name", undefined, name) }] };
    if (index === undefined) return { write };
    const { left, changed } = await this.#repositories.listed(this.basis, repositories ?? [], undefined, index);
    return { write: { ...write, body: bodyWith(write.body, left) }, changed };
  }

  async #update(write: Of<"put" | "patch">): Promise<WriteJudgement<Of<"put" | "patch">>> {
    const { kind, configuration: id, body } = write;
    const isWhole = kind === "put"; // without a list it may take the configuration from all that have it
    const needsRepositories = isWhole || body.repositories !== undefined;
    const [live, index] = needsRepositories
      ? await this.#repositories.readBeside(() => this.#live(id))
      : [await this.#live(id)];
    const fields = isWhole ? undefined : new Set(Object.keys(body.settings));
    const conflicts = [
      ...this.#compared(id, live, fields, write),
      ...(live === undefined || index === undefined
        ? []
        : this.#repositories.arrivals(id, body.repositories ?? [], index)),
    ];
    if (conflicts.length > 0) return { write: undefined, changed: at(this.#addressOf(id, write), conflicts) };
    if (index === undefined || body.repositories === undefined) return { write };
    const { left, changed, departed } = await this.#repositories.listed(
      this.basis,
      body.repositories,
      id,
      index,
      this.#addressOf(id, write),
    );
    const isEmpty = left.length === 0 && Object.keys(body.settings).length === 0;
    return { write: isEmpty ? undefined : { ...write, body: bodyWith(body, left) }, changed, departed };
  }

  async #bulk(write: Of<"bulk">): Promise<WriteJudgement<Of<"bulk">>> {
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

  async #assign(write: Of<"assign">): Promise<WriteJudgement<Of<"assign">>> {
    const { configuration: id } = write;
    const [live, index] = await this.#repositories.readBeside(() => this.#live(id));
    const before = this.basis.configurations.get(id);
    const declared = this.#plan.changes.get(id)?.declared;
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
      const own = this.#declaredAt(id);
      // of a write that carries the target itself, these are its own leaves
      if (own !== undefined && write.carries.includes(own)) return { write: undefined, changed: at(own, conflicts) };
      const named = conflicts.map((each) =>
        live === undefined ? each : { ...each, path: `${each.path} of ${target}` },
      );
      return { write: undefined, changed: write.carries.flatMap((address) => at(address, named)) };
    }
    const { left, changed } = await this.#repositories.listed(this.basis, write.repositories, id, index);
    return { write: left.length === 0 ? undefined : { ...write, repositories: left }, changed };
  }

  async #delete(write: Of<"delete">): Promise<WriteJudgement<Of<"delete">>> {
    const { configuration: id } = write;
    const [live, index] = await this.#repositories.readBeside(() => this.#live(id));
    if (live === undefined) return { write: undefined };
    const remaining = (this.#plan.deletions.get(id)?.remaining ?? []).map((each) => each.id);
    const conflicts = [
      ...this.#compared(id, live, undefined, write),
      ...this.#repositories.arrivals(id, remaining, index),
    ];
    return conflicts.length === 0 ? { write } : { write: undefined, changed: at(undeclared(id), conflicts) };
  }

  async #triage(write: Of<"set-triage" | "remove-triage">): Promise<WriteJudgement<Write>> {
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

  #nameOf(id: ConfigurationId): string {
    return (this.seen.get(id) ?? this.basis.configurations.get(id))?.name ?? id;
  }

  #declaredAt(id: ConfigurationId): Address | undefined {
    return (this.#plan.deletions.get(id) ?? this.#plan.changes.get(id))?.address;
  }

  #addressOf(id: ConfigurationId, write: Write): Address | undefined {
    return this.#declaredAt(id) ?? write.carries[0];
  }

  /** Notes what a reading shows of what has been sent. */
  read(configurations: readonly Configuration[]): void {
    for (const { id, name, settings } of configurations) {
      const change = this.#sent.has(id) ? this.#plan.changes.get(id) : undefined;
      const shown = this.shown.get(id) ?? new Set();
      if (change === undefined || shown.size > change.changes.length) continue; // all of them, and the name
      const others = diff(settings, change.after).map(({ path }) => path);
      const planned = change.changes.filter(({ path }) => !others.some((other) => overlap(path, other)));
      const isNamed = name === change.declared.name;
      this.shown.set(id, new Set([...shown, ...planned.map(({ path }) => path), ...(isNamed ? ["name"] : [])]));
    }
  }

  /** Notes what a reading shows of the repositories that have been sent. */
  readRepositories(repositories: readonly Repository[]): void {
    for (const { id, configuration_id: now } of repositories) {
      const move = this.#listed.has(id) ? this.#plan.moves.get(id) : undefined;
      if (move !== undefined && now !== undefined && now !== move.from) this.moved.add(id);
    }
  }

  /** The write goes out as it is. */
  sending(write: Write): void {
    const sent = sentBy(write);
    const ids = write.kind === "bulk" ? write.configurations : "configuration" in write ? [write.configuration] : [];
    if (sent !== undefined) for (const id of ids) this.#sent.set(id, [...(this.#sent.get(id) ?? []), sent]);
    for (const each of repositoriesIn(write)) this.#listed.add(each);
    if ("finding" in write) {
      const key = write.finding.toLowerCase();
      const category = write.kind === "set-triage" ? write.category : null;
      this.#triaged.set(key, [...(this.#triaged.get(key) ?? []), category]);
    }
  }
}

const at = (address: Address | undefined, parts: readonly ChangedPart[]): readonly Changed[] =>
  address === undefined ? [] : parts.map((each) => ({ address, ...each }));

function bodyWith<B extends { readonly repositories?: readonly RepositoryId[] }>(
  { repositories: _all, ...body }: B,
  left: readonly RepositoryId[],
): Omit<B, "repositories"> & { readonly repositories?: readonly RepositoryId[] } {
  return left.length === 0 ? body : { ...body, repositories: left };
}

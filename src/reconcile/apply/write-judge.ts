import type { Configuration } from "../../model/observed";
import type { Address, ConfigurationId, RepositoryId } from "../../model/ids";
import { distinctions } from "../../model/namesakes";
import { sameText } from "../../model/normal-form";
import { differences, leavesOf } from "../../model/leaves";
import type { Settings } from "../../model/settings";
import { categoryOf } from "../../model/triage";
import type { ConfigurationChange } from "../plan/change";
import { type Changed, type Conflict, conflict } from "../plan/conflict";
import { levelsOf } from "../plan/compile";
import { undeclared } from "../plan/deletions";
import { target } from "../plan/target";
import type { Write } from "../plan/write";
import type { PriorState } from "./prior-state";
import { changedLeaves, conflictsOf, isCreatedFrom, lostDeclarations } from "./changed-since";
import type { ExpectedState } from "./expected-state";
import type { Looks } from "./looks";
import { RepositoryJudge } from "./repository-judge";
import type { SentWrites, UnexpectedChange } from "./sent-writes";

type Of<K extends Write["kind"]> = Extract<Write, { readonly kind: K }>;

/** The write without what somebody else has changed; undefined when nothing of it may go out. */
export interface WriteJudgement<W extends Write> {
  readonly write: W | undefined;
  readonly changed?: readonly Changed[];
  /** Repositories that the write would have kept, and that somebody has moved away. */
  readonly departed?: readonly Changed[];
  /** What it is to leave of each configuration. */
  readonly expected?: readonly ExpectedState[];
  /** Configurations that the bulk update would not leave as they are to be, or could take something from. */
  readonly apart?: readonly ConfigurationId[];
  /** An earlier write of this apply, or somebody else after it, has changed what nobody may overwrite. */
  readonly unexpected?: readonly UnexpectedChange[];
}

/**
 * Looks at what a write replaces, and leaves out of it what somebody else has changed. A PATCH, a PUT and a bulk_update
 * are the plan of their configuration, made again from the look: all that the look has, with what is declared laid over.
 *
 * | write             | compared with what the plan has seen                   | left out, or withheld                     |
 * |-------------------|--------------------------------------------------------|-------------------------------------------|
 * | PATCH             | what is declared; the name                             | withheld                                  |
 * | PUT               | what is declared; the name; who has it                 | withheld                                  |
 * | bulk_update       | what is declared                                       | the configurations that changed           |
 * | DELETE            | all settings; the name; who has it                     | withheld; done where it is gone           |
 * | POST              | that the name is free                                  | withheld                                  |
 * | assign            | that the target holds what was declared                | withheld                                  |
 * | any `repositories` | where each of them is                                 | those that somebody has moved             |
 * | triage            | the category                                           | withheld                                  |
 */
export class WriteJudge {
  readonly #looks: Looks;
  readonly #sent: SentWrites;
  readonly #repositories: RepositoryJudge;
  /** The levels at which the configuration of the last trial had settings that the bulk update lacks. */
  #tried: ReadonlySet<string> = new Set();
  /** What the next writes rest on. */
  prior: PriorState = { configurations: new Map(), repositories: new Map() };

  constructor(sent: SentWrites, looks: Looks) {
    this.#looks = looks;
    this.#sent = sent;
    this.#repositories = new RepositoryJudge(looks, sent.plan, (id) => this.#nameOf(id));
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
        return this.#bulk(piece, isRepeated);
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
      repositories === undefined ? [await list()] : await this.#repositories.readTogether(list);
    const { configurations: before } = this.prior;
    const isOurs = ({ id }: Configuration): boolean =>
      this.#sent.isOurs(id) ||
      [before.get(id)?.name, this.#sent.changeOf(id)?.declared.name].some((its) => sameText(its, name));
    const taken = configurations.find((each) => sameText(each.name, name) && !isOurs(each));
    // an earlier attempt has made it, which the list that was read after it has shown late
    if (taken !== undefined && isRepeated && isCreatedFrom(taken, write.body)) return { write: undefined };
    if (taken !== undefined && at !== undefined)
      return { write: undefined, changed: [{ address: at, ...conflict("name", undefined, name) }] };
    if (index === undefined) return { write };
    const { left, changed } = await this.#repositories.listed(this.prior, repositories ?? [], undefined, index);
    return { write: { ...write, body: bodyWith(write.body, left) }, changed };
  }

  async #update(write: Of<"put" | "patch">): Promise<WriteJudgement<Of<"put" | "patch">>> {
    const { kind, configuration: id, body } = write;
    const isWhole = kind === "put"; // without a list it may take the configuration from all that have it
    // a read of this configuration alone, right before it is written: nothing else is as fresh
    const read = () => this.#looks.configuration(id);
    const needsRepositories = isWhole || body.repositories !== undefined;
    const [live, index] = needsRepositories ? await this.#repositories.readBefore(read) : [await read()];
    const address = this.#addressOf(id, write);
    if (live === undefined) {
      const name = this.prior.configurations.get(id)?.name ?? id;
      return { write: undefined, changed: at(address, [conflict("configuration", name, undefined)]) };
    }
    const unexpected = this.#sent.unexpectedIn(live);
    if (unexpected.length > 0 && write.putsBack !== true) return { write: undefined, unexpected };
    if (write.putsBack !== true && this.#sent.removesAddedSince(live)) return { write: undefined }; // the read-back says what is there
    const change = this.#sent.changeOf(id);
    const conflicts = [
      ...(change === undefined || write.putsBack === true ? [] : this.#conflictsOf(change, live)),
      ...(index === undefined ? [] : this.#repositories.arrivals(id, body.repositories ?? [], index)),
    ];
    if (conflicts.length > 0) return { write: undefined, changed: at(address, conflicts) };
    const after: ExpectedState["after"] =
      write.putsBack === true
        ? { name: body.name, settings: body.settings }
        : change === undefined
          ? live
          : { name: change.declared.name, settings: target(live.settings, change.declared) };
    const { left, changed, departed } =
      index === undefined || body.repositories === undefined
        ? { left: body.repositories ?? [], changed: [], departed: [] }
        : await this.#repositories.listed(this.prior, body.repositories, id, index, address);
    const isAsWanted =
      live.name === after.name && differences(leavesOf(live.settings), leavesOf(after.settings)).length === 0;
    const isDone = isAsWanted && left.every((each) => index?.byId.get(each)?.configuration_id === id);
    const settings = { name: after.name ?? body.name, settings: after.settings };
    return {
      write: isDone ? undefined : { ...write, body: bodyWith({ ...body, ...settings }, left) },
      changed,
      departed,
      expected: [
        { id, look: write.putsBack === true ? this.#sent.expected.get(id)?.look : live, after, replaces: isWhole },
      ],
    };
  }

  /**
   * A member needs its own request where somebody has changed it elsewhere, so that the updates are not what it is to have;
   * where it has settings at a level at which the trial had none, so that the trial has shown nothing of them; and where
   * its look is older than another write of this apply.
   */
  async #bulk(write: Of<"bulk">, isRepeated: boolean): Promise<WriteJudgement<Of<"bulk">>> {
    const live = await this.#looks.configurationsOf(write.configurations);
    const changed: Changed[] = [];
    const unexpected: UnexpectedChange[] = [];
    const apart: ConfigurationId[] = [];
    const expected: ExpectedState[] = [];
    for (const id of write.configurations) {
      const [now, change] = [live.get(id), this.#sent.changeOf(id)];
      if (now === undefined || change === undefined) {
        const gone = conflict("configuration", this.prior.configurations.get(id)?.name ?? id, undefined);
        changed.push(...at(this.#addressOf(id, write), [gone]));
        continue;
      }
      const ofThis = this.#sent.unexpectedIn(now);
      const conflicts = ofThis.length > 0 ? [] : this.#conflictsOf(change, now);
      unexpected.push(...ofThis);
      changed.push(...at(change.address, conflicts));
      if (ofThis.length + conflicts.length > 0 || this.#sent.removesAddedSince(now)) continue;
      const wanted = leavesOf(target(now.settings, change.declared));
      if (differences(leavesOf(now.settings), wanted).length === 0) continue; // somebody else has done it
      const settings: Settings = write.part === undefined ? write.updates : { ...now.settings, ...write.updates };
      const left = leavesOf(settings);
      const unlike = differences(left, wanted).filter((path) => {
        const { setting = "" } = (wanted.get(path) ?? left.get(path))?.place ?? {};
        return write.part === undefined || Object.hasOwn(write.updates, setting); // others are for other requests
      });
      const lacking = levelsLacking(now.settings, write.updates);
      if (write.part === "trial") this.#tried = lacking;
      const isUntried = write.part === "rest" && ![...lacking].every((level) => this.#tried.has(level));
      const isLate = !isRepeated && (this.#sent.becameOf(now)?.missing.length ?? 0) > 0;
      if (unlike.length > 0 || isUntried || isLate) apart.push(id);
      else expected.push({ id, look: now, after: { name: now.name, settings }, replaces: false });
    }
    const configurations = expected.map(({ id }) => id);
    return {
      write: configurations.length === 0 ? undefined : { ...write, configurations },
      changed,
      unexpected,
      apart,
      expected,
    };
  }

  async #assign(write: Of<"assign">): Promise<WriteJudgement<Of<"assign">>> {
    const { configuration: id } = write;
    const [live, index] = await this.#repositories.readTogether(() => this.#live(id));
    const before = this.prior.configurations.get(id);
    const declared = this.#sent.plan.changes.get(id)?.declared;
    const conflicts =
      live === undefined
        ? before === undefined
          ? [] // created by this apply, and not listed yet
          : [conflict("configuration", before.name ?? id, undefined)]
        : declared === undefined
          ? []
          : lostDeclarations(live, declared, this.#sent.expected.has(id) ? before : undefined);
    if (conflicts.length > 0) {
      const name = live?.name ?? before?.name ?? id;
      const distinction = distinctions(this.prior.configurations.values());
      const target = `configuration ${JSON.stringify(name)}${distinction({ id, name })}`;
      const own = this.#declaredAt(id);
      // of a write that carries the target itself, these are its own leaves
      if (own !== undefined && write.carries.includes(own)) return { write: undefined, changed: at(own, conflicts) };
      const named = conflicts.map((each) =>
        live === undefined ? each : { ...each, path: `${each.path} of ${target}` },
      );
      return { write: undefined, changed: write.carries.flatMap((address) => at(address, named)) };
    }
    const { left, changed } = await this.#repositories.listed(this.prior, write.repositories, id, index);
    return { write: left.length === 0 ? undefined : { ...write, repositories: left }, changed };
  }

  async #delete(write: Of<"delete">): Promise<WriteJudgement<Of<"delete">>> {
    const { configuration: id } = write;
    const [live, index] = await this.#repositories.readTogether(() => this.#live(id));
    if (live === undefined) return { write: undefined };
    const remaining = (this.#sent.plan.deletions.get(id)?.remaining ?? []).map((each) => each.id);
    const before = this.prior.configurations.get(id);
    const conflicts = [
      ...(before === undefined || live.name === before.name ? [] : [conflict("name", before.name, live.name)]),
      ...(before === undefined ? [] : changedLeaves(before.settings, live.settings)),
      ...this.#repositories.arrivals(id, remaining, index),
    ];
    return conflicts.length === 0 ? { write } : { write: undefined, changed: at(undeclared(id), conflicts) };
  }

  async #triage(write: Of<"set-triage" | "remove-triage">): Promise<WriteJudgement<Write>> {
    const { finding } = write;
    const key = finding.toLowerCase();
    // where there was none, 404 means none: the list of all findings need not say it
    const status = await this.#looks.triage(finding, (this.#sent.plan.triages.get(key) ?? null) !== null);
    if (status?.is === "unclear") return { write }; // nothing to compare with: the specification shows no answer
    const found = categoryOf(status);
    const before = this.#sent.plan.triages.get(key) ?? null;
    const wanted = write.kind === "set-triage" ? write.category : null;
    if ([before, wanted, ...this.#sent.triaged(finding)].includes(found)) return { write };
    const moved = conflict("category", before ?? undefined, found ?? undefined);
    return { write: undefined, changed: at(write.carries[0], [moved]) };
  }

  async #live(id: ConfigurationId): Promise<Configuration | undefined> {
    return (await this.#looks.configurationsOf([id])).get(id);
  }

  /** None after an earlier write of this apply to the same configuration: `unexpectedIn` compares all of it with that one. */
  #conflictsOf(change: ConfigurationChange, now: Configuration): readonly Conflict[] {
    return this.#sent.expected.has(now.id) ? [] : conflictsOf(change, now);
  }

  #nameOf(id: ConfigurationId): string {
    return this.#sent.nameOf(id) ?? this.prior.configurations.get(id)?.name ?? id;
  }

  #declaredAt(id: ConfigurationId): Address | undefined {
    return (this.#sent.plan.deletions.get(id) ?? this.#sent.plan.changes.get(id))?.address;
  }

  #addressOf(id: ConfigurationId, write: Write): Address | undefined {
    return this.#declaredAt(id) ?? write.carries[0];
  }
}

/** The levels at which settings have what a bulk update lacks. */
const levelsLacking = (settings: Settings, updates: Settings): ReadonlySet<string> =>
  new Set([...levelsOf(settings)].flatMap(([setting, level]) => (Object.hasOwn(updates, setting) ? [] : [level])));

const at = (address: Address | undefined, parts: readonly Conflict[]): readonly Changed[] =>
  address === undefined ? [] : parts.map((each) => ({ address, ...each }));

function bodyWith<B extends { readonly repositories?: readonly RepositoryId[] }>(
  { repositories: _all, ...body }: B,
  left: readonly RepositoryId[],
): Omit<B, "repositories"> & { readonly repositories?: readonly RepositoryId[] } {
  return left.length === 0 ? body : { ...body, repositories: left };
}

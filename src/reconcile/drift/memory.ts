import type { DesiredConfiguration } from "../../model/desired";
import type { Configuration } from "../../model/observed";
import type { Address, ConfigurationId } from "../../model/ids";
import { differences, isSameAt, leavesOf, settingsOf, withThese } from "../../model/leaves";
import { normalForm, sameText } from "../../model/normal-form";
import type { ConfigurationState } from "../../model/written";
import type { HeldConfiguration } from "../apply/checkpoint";
import type { JournalEntry, SendingEntry, SettledEntry } from "../apply/journal-entry";
import type { ConfigurationChange } from "../plan/change";
import type { Plan } from "../plan/plan";

/** What one of the journals says of an object. */
export interface Remembered<State> {
  /** When that was written or read back: ISO 8601. */
  readonly at: string;
  /** Null where it was not there: no configuration, or no triage. */
  readonly was: State | null;
}

/** Of each declared object the last entry of any journal that wrote or verified it; what no journal knows is absent. */
export interface Memory {
  readonly configurations: ReadonlyMap<Address, Remembered<HeldConfiguration>>;
  /** Each configuration that the journals know as it was last, also one that is deleted or not declared. */
  readonly last: ReadonlyMap<ConfigurationId, ConfigurationState>;
  /** By the repository's id: the id of its configuration. */
  readonly repositories: ReadonlyMap<string, Remembered<ConfigurationId>>;
  /** The same of repositories that no rule assigned, and that had a declared configuration. */
  readonly holders: ReadonlyMap<string, Remembered<ConfigurationId>>;
  /** By the finding's id in lower case: its category. */
  readonly triages: ReadonlyMap<string, Remembered<string>>;
  /** The times of all entries of rollbacks. */
  readonly rollbacks: ReadonlySet<string>;
}

/** The states that an object may have been left in: before and after, where it is not known whether a write arrived. */
type States<State> = readonly [State | null] | readonly [before: State | null, after: State | null];

interface Entry<State> {
  readonly at: string;
  readonly states: States<State>;
}

interface ConfigurationEntry extends Entry<HeldConfiguration> {
  readonly id: ConfigurationId;
  /** As it was last: of one that was deleted, before that. */
  readonly last: ConfigurationState;
}

/**
 * Reads journals until everything that a plan declares has been found in one. A journal counts as what its writes have left,
 * and then as what was read back, even if another app or a rollback made the plan.
 *
 * @param journals of this account, those that began last first; each is read as it is needed
 */
export function remember(journals: Iterable<readonly JournalEntry[]>, plan: Plan): Memory {
  const known = new Known(plan);
  let complete: number | undefined;
  for (const entries of journals) {
    const [begun] = entries;
    const began = begun?.type === "begin" ? (begun.at ?? "") : "";
    if (complete !== undefined && !(Date.parse(began) >= complete - longestApply)) break;
    known.read(entries, began, begun?.type === "begin" && begun.rollback === true);
    if (complete === undefined && known.isComplete()) complete = Date.parse(began);
  }
  return known.memory();
}

/** An apply that began as much earlier may have ended later, in milliseconds. */
const longestApply = 6 * 3_600_000;

class Known {
  readonly #plan: Plan;
  readonly #live: ReadonlyMap<ConfigurationId, Configuration>;
  readonly #placesNow: ReadonlyMap<string, string | undefined>;
  readonly #triagesNow: ReadonlyMap<string, string | null>;
  readonly #configurations = new Map<ConfigurationId, ConfigurationEntry>();
  /** By their names: those that were the last to have one. */
  readonly #byName = new Map<string, ConfigurationEntry>();
  readonly #repositories = new Map<string, Entry<ConfigurationId>>();
  readonly #holders = new Map<string, Remembered<ConfigurationId>>();
  readonly #triages = new Map<string, Entry<string>>();
  readonly #rollbacks = new Set<string>();
  /** What has not been found in a journal yet. */
  readonly #missing: {
    configurations: readonly ConfigurationChange[];
    repositories: Set<string>;
    triages: Set<string>;
  };

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#live = new Map(plan.observed.configurations.map((each) => [each.id, each]));
    this.#placesNow = new Map(plan.observed.repositories.map((each) => [each.id, each.configuration_id]));
    this.#triagesNow = new Map(plan.triages.map(({ before, declared }) => [declared.findingId.toLowerCase(), before]));
    this.#missing = {
      configurations: plan.configurations,
      repositories: new Set(assignedIn(plan)),
      triages: new Set(plan.triages.map(({ declared }) => declared.findingId.toLowerCase())),
    };
  }

  isComplete(): boolean {
    const { repositories, triages } = this.#missing;
    this.#missing.configurations = this.#missing.configurations.filter((each) => this.#entryOf(each) === undefined);
    return this.#missing.configurations.length === 0 && repositories.size === 0 && triages.size === 0;
  }

  /** The last entries first: an older one does not count for what is known already. */
  read(entries: readonly JournalEntry[], began: string, isRollback: boolean): void {
    const settled = new Map(entries.flatMap((each) => (each.type === "settled" ? [[each.write, each] as const] : [])));
    for (const entry of entries.toReversed()) {
      const at = ("at" in entry ? entry.at : undefined) ?? began;
      if (isRollback) this.#rollbacks.add(at);
      if (entry.type === "applied") {
        for (const each of entry.configurations) this.#configuration({ at, states: [each], id: each.id, last: each });
        for (const [id, was] of Object.entries(entry.repositories)) this.#repository(id, { at, states: [was] });
        for (const [id, was] of Object.entries(entry.holders ?? {}))
          if (isNewer({ at }, this.#holders.get(id))) this.#holders.set(id, { at, was });
        for (const [id, was] of Object.entries(entry.triages)) this.#triage(id, { at, states: [was] });
      } else if (entry.type === "sending") this.#written(entry, settled.get(entry.write.id), at);
    }
  }

  memory(): Memory {
    return {
      configurations: new Map(
        this.#plan.configurations.flatMap((each) => {
          const entry = this.#entryOf(each);
          if (entry === undefined) return [];
          const was = heldIn(entry.states, this.#live.get(entry.id));
          return [[each.address, { at: entry.at, was }] as const];
        }),
      ),
      last: new Map([...this.#configurations].map(([id, { last }]) => [id, last])),
      repositories: resolved(this.#repositories, this.#placesNow),
      holders: this.#holders,
      triages: resolved(this.#triages, this.#triagesNow),
      rollbacks: this.#rollbacks,
    };
  }

  /** A configuration is known by its id; one that is not live, or not any more under its id, by its name. */
  #entryOf({ declared, live }: ConfigurationChange): ConfigurationEntry | undefined {
    const own = live === undefined ? undefined : this.#configurations.get(live.id);
    const named = namesOf(declared).map((name) => this.#byName.get(normalForm(name)));
    return [own, ...named].reduce(
      (best, each) => (each !== undefined && (best === undefined || each.at > best.at) ? each : best),
      undefined,
    );
  }

  /** A write that the service refused has left nothing; of one without an answer it is not known what it has left. */
  #written(entry: SendingEntry, settled: SettledEntry | undefined, at: string): void {
    if (settled?.refused === true) return;
    const { write, images, repositories, triage } = entry;
    const statesOf = <State>(before: State | null, after: State | null): States<State> =>
      settled?.status === "succeeded" ? [after] : [before, after];
    for (const { id, address, before, after } of images) {
      const states = statesOf({ address, id, ...before }, after === undefined ? null : { address, id, ...after });
      this.#configuration({ at, states, id, last: after ?? before });
    }
    const goal =
      write.kind === "create"
        ? (settled?.created ?? this.#only(write.body.name))
        : "configuration" in write && write.kind !== "delete"
          ? write.configuration
          : undefined;
    const [address] = write.carries;
    if (write.kind === "create" && goal !== undefined && address !== undefined) {
      const { name, settings } = write.body;
      const created = { address, id: goal, name, settings };
      this.#configuration({ at, states: statesOf(null, created), id: goal, last: created });
    }
    for (const [id, former] of Object.entries(repositories))
      this.#repository(id, { at, states: statesOf(former, goal ?? null) });
    if ("finding" in write)
      this.#triage(write.finding.toLowerCase(), {
        at,
        states: statesOf(triage?.before ?? null, write.kind === "set-triage" ? write.category : null),
      });
  }

  /** The one live configuration of this name: the answer to its creation was lost. */
  #only(name: string): ConfigurationId | undefined {
    const [found, ...others] = this.#plan.observed.configurations.filter((each) => sameText(each.name, name));
    return others.length === 0 ? found?.id : undefined;
  }

  #configuration(entry: ConfigurationEntry): void {
    const { id, last } = entry;
    if (!isNewer(entry, this.#configurations.get(id))) return;
    this.#configurations.set(id, entry);
    const key = last.name === undefined ? undefined : normalForm(last.name);
    if (key !== undefined && isNewer(entry, this.#byName.get(key))) this.#byName.set(key, entry);
  }

  #repository(id: string, entry: Entry<ConfigurationId>): void {
    if (hasNotArrived(entry, this.#placesNow.get(id))) return;
    if (isNewer(entry, this.#repositories.get(id))) this.#repositories.set(id, entry);
    this.#missing.repositories.delete(id);
  }

  #triage(id: string, entry: Entry<string>): void {
    if (hasNotArrived(entry, this.#triagesNow.get(id))) return;
    if (isNewer(entry, this.#triages.get(id))) this.#triages.set(id, entry);
    this.#missing.triages.delete(id);
  }
}

/** The repositories that a rule gives a configuration. */
const assignedIn = ({ routes }: Plan): readonly string[] =>
  routes.flatMap(({ target, repository }) => ("leave" in target ? [] : [repository.id]));

/** The names by which it is found; none where it has an id. */
const namesOf = ({ id, name, renamedFrom = [] }: DesiredConfiguration): readonly string[] =>
  id === undefined ? [name, ...renamedFrom] : [];

const isNewer = ({ at }: { readonly at: string }, known: { readonly at: string } | undefined): boolean =>
  known === undefined || at > known.at;

/** A write without an answer, of an object that is as before it: what an earlier entry knows of the object still counts. */
const hasNotArrived = <State extends string>({ states }: Entry<State>, now: string | null | undefined): boolean =>
  states.length === 2 && states[0] === (now ?? null);

/** Of two possible states, the one that an object has now; where it has neither, the one before. */
function resolved<State extends string>(
  entries: ReadonlyMap<string, Entry<State>>,
  now: ReadonlyMap<string, string | null | undefined>,
): ReadonlyMap<string, Remembered<State>> {
  return new Map(
    [...entries].map(([id, { at, states }]) => {
      const has = now.get(id) ?? null;
      return [id, { at, was: states.find((each) => each === has) ?? states[0] }];
    }),
  );
}

/** Of two possible states, leaf by leaf the one that is so now. */
function heldIn(states: States<HeldConfiguration>, live: Configuration | undefined): HeldConfiguration | null {
  const [before, after = before] = states;
  if (live === undefined) return states.includes(null) ? null : after;
  if (before === null || after === null || before === after) return after ?? before;
  const [was, written, now] = [leavesOf(before.settings), leavesOf(after.settings), leavesOf(live.settings)];
  const done = differences(was, written).filter((path) => isSameAt(path, written, now));
  const settings = settingsOf(withThese(was, done, written));
  return { ...before, settings, name: live.name === after.name ? after.name : before.name };
}

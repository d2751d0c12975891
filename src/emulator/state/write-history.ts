import type { ConfigurationId, RepositoryId } from "../../model/ids";
import type { StoredConfiguration, StoredRepository } from "./write-semantics";

/** The current time and the read lag, both in milliseconds. */
export interface Timing {
  readonly now: () => number;
  readonly lag: () => number;
}

/** No lag: reads see writes at once. */
export const noLag: Timing = { now: () => Date.now(), lag: () => 0 };

/** The part of an account's state that is subject to the profile's `read_lag_ms`. */
export interface AccountView {
  configurations(): readonly StoredConfiguration[];
  repositories(): readonly StoredRepository[];
  configuration(id: string): StoredConfiguration | undefined;
  repository(id: string): StoredRepository | undefined;
}

interface HistoryEntry {
  readonly at: number;
  readonly id: string;
  /** Absent if the object did not exist. */
  readonly configuration?: StoredConfiguration;
  readonly repository?: StoredRepository;
}

/** The previous state of written objects, kept for as long as lagged reads may need it. */
export class WriteHistory {
  readonly #timing: Timing;
  #notes: HistoryEntry[] = [];

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  recordConfiguration(id: ConfigurationId, before: StoredConfiguration | undefined): void {
    this.#note({ id, ...(before === undefined ? {} : { configuration: before }) });
  }

  recordRepository(id: RepositoryId, before: StoredRepository): void {
    this.#note({ id, repository: before });
  }

  /** The account's state at the time `lag` milliseconds ago. */
  laggedView(now: AccountView): AccountView {
    const since = this.#timing.now() - this.#timing.lag();
    const before = new Map<string, HistoryEntry>();
    for (const note of this.#notes) if (note.at > since && !before.has(note.id)) before.set(note.id, note);
    return before.size === 0 ? now : new LaggedView(now, before);
  }

  #note(what: Omit<HistoryEntry, "at">): void {
    const lag = this.#timing.lag();
    const at = this.#timing.now();
    const first = this.#notes[0];
    if (first !== undefined && first.at < at - lag) this.#notes = this.#notes.filter((note) => note.at >= at - lag);
    if (lag > 0) this.#notes.push({ at, ...what });
  }
}

/** An account in which some objects have an earlier state. Objects deleted since come last. */
class LaggedView implements AccountView {
  readonly #now: AccountView;
  readonly #before: ReadonlyMap<string, HistoryEntry>;

  constructor(now: AccountView, before: ReadonlyMap<string, HistoryEntry>) {
    this.#now = now;
    this.#before = before;
  }

  configurations(): readonly StoredConfiguration[] {
    const left = this.#now.configurations().map(({ id }) => this.configuration(id));
    const deleted = [...this.#before.values()]
      .map(({ configuration }) => configuration)
      .filter((each) => each !== undefined && this.#now.configuration(each.id) === undefined);
    return [...left, ...deleted].filter((each) => each !== undefined);
  }

  repositories(): readonly StoredRepository[] {
    return this.#now.repositories().map((each) => this.#before.get(each.id)?.repository ?? each);
  }

  configuration(id: string): StoredConfiguration | undefined {
    const note = this.#before.get(id);
    return note === undefined ? this.#now.configuration(id) : note.configuration;
  }

  repository(id: string): StoredRepository | undefined {
    return this.#before.get(id)?.repository ?? this.#now.repository(id);
  }
}

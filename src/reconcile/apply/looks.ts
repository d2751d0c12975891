import { setImmediate as turn } from "node:timers/promises";
import type { Configuration, Repository } from "../../model/observed";
import type { AccountId, ConfigurationId } from "../../model/ids";
import type { TriageStatus } from "../../model/triage";
import { uniqueById } from "../plan/resolve-ids";
import { freshness, type LookReader, type ReadOptions, unlessMissing } from "../ports";
import type { SentWrites } from "./sent-writes";
import { type FindingList, listFindings, observeTriages } from "../refresh/observe";

interface Reading<T> {
  readonly began: number;
  readonly items: T;
}

/** A list that several writes look at: at most one reading of it is in progress. */
class SharedList<T> {
  readonly #read: (options: ReadOptions) => Promise<T>;
  readonly #options: Pick<LooksOptions, "now" | "signal">;
  #last: Reading<T> | undefined;
  #pending: Promise<Reading<T>> | undefined;
  #isBeginning = false;

  /** @param options `signal` ends a reading that nobody needs after an abort */
  constructor(read: (options: ReadOptions) => Promise<T>, options: Pick<LooksOptions, "now" | "signal">) {
    this.#read = read;
    this.#options = options;
  }

  /** A fresh reading is there or about to begin, so looking costs nothing. */
  get isAvailable(): boolean {
    return this.#isBeginning || this.#isFresh(this.#last);
  }

  /** A reading that is fresh, or that began after this call. */
  async fresh(): Promise<T> {
    const asked = this.#options.now();
    for (;;) {
      if (this.#isFresh(this.#last)) return this.#last.items;
      const { began, items } = await (this.#pending ?? this.#begin(this.#options.signal));
      if (began >= asked) return items;
    }
  }

  /** Drops what has been read. */
  forget(): void {
    this.#last = undefined;
  }

  /** A reading that begins now, even after an abort. */
  async reread(): Promise<T> {
    await this.#pending?.catch(() => undefined); // its failure is reported where it was started
    return (await (this.#pending ?? this.#begin())).items;
  }

  #isFresh(reading: Reading<T> | undefined): reading is Reading<T> {
    return reading !== undefined && this.#options.now() - reading.began < freshness;
  }

  #begin(signal?: AbortSignal): Promise<Reading<T>> {
    const reading = this.#reading(signal).finally(() => {
      this.#pending = undefined;
    });
    this.#pending = reading;
    return reading;
  }

  async #reading(signal: AbortSignal | undefined): Promise<Reading<T>> {
    this.#isBeginning = true;
    await turn(); // callers in the same turn of the event loop share it
    this.#isBeginning = false;
    const began = this.#options.now();
    const items = await this.#read({ signal });
    return (this.#last = { began, items });
  }
}

export interface LooksOptions {
  readonly reader: LookReader;
  readonly account: AccountId;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** After an abort no look is finished. */
  readonly signal?: AbortSignal | undefined;
  /** The number of live configurations when the plan was made. */
  readonly live: number;
  /** The number of configurations that writes which wait, or are under way, have still to look at. */
  readonly waiting: () => number;
  /** Notes what is read. */
  readonly sentWrites?: Pick<SentWrites, "read" | "readRepositories">;
}

/** The number of configurations in a page, as long as none has been read. */
const likelyPage = 100;

/** Writes that are under way at once share a list; later ones read it again. */
const sharing = 10;

/**
 * What a write rests on, read right before it is sent (decision 25). A look is a reading that began after the
 * write's turn had come, or less than one second before the write is sent.
 *
 * | what a write asks for   | requests                                                                      |
 * |-------------------------|-------------------------------------------------------------------------------|
 * | the one that it writes  | one GET, right before it is sent                                              |
 * | configurations by id    | one GET each, or the whole list where that is at hand or takes fewer requests |
 * | all configurations      | the whole list, shared                                                        |
 * | all repositories        | the whole list, shared                                                        |
 * | the triage of a finding | one GET, and the list of findings, shared, where the answer is not clear      |
 */
export class Looks {
  readonly #options: LooksOptions;
  readonly #configurations: SharedList<readonly Configuration[]>;
  readonly #repositories: SharedList<readonly Repository[]>;
  readonly #findings: SharedList<FindingList>;
  /** What the list of configurations costs, in requests. */
  #pages: number;

  constructor(options: LooksOptions) {
    const { reader, account, live, sentWrites } = options;
    this.#options = options;
    this.#pages = Math.max(1, Math.ceil(live / likelyPage));
    this.#configurations = new SharedList(async (read) => {
      let pages = 0;
      const onPage = (): void => {
        pages += 1;
      };
      const items = uniqueById((await reader.list("configurations", account, { ...read, onPage })).items);
      this.#pages = Math.max(1, pages);
      sentWrites?.read(items);
      return items;
    }, options);
    this.#repositories = new SharedList(async (read) => {
      const items = uniqueById((await reader.list("repositories", account, read)).items);
      sentWrites?.readRepositories(items);
      return items;
    }, options);
    this.#findings = new SharedList((read) => listFindings(reader, account, read), options);
  }

  configurations(): Promise<readonly Configuration[]> {
    return this.#configurations.fresh();
  }

  /** A reading that begins now, however fresh the last one is. */
  rereadConfigurations(): Promise<readonly Configuration[]> {
    return this.#configurations.reread();
  }

  repositories(): Promise<readonly Repository[]> {
    return this.#repositories.fresh();
  }

  /** One configuration, by a request of its own that begins now; undefined where it is gone. */
  async configuration(id: ConfigurationId): Promise<Configuration | undefined> {
    const { reader, account, signal, sentWrites } = this.#options;
    const read = await unlessMissing(reader.configuration(account, id, { signal }));
    if (read !== undefined) sentWrites?.read([read]);
    return read;
  }

  /** The live configurations with these ids. One that the list lacks is asked for by itself. */
  async configurationsOf(ids: readonly ConfigurationId[]): Promise<ReadonlyMap<ConfigurationId, Configuration>> {
    const others = Math.min(sharing, this.#options.waiting());
    const listed =
      this.#configurations.isAvailable || this.#pages < ids.length + others ? await this.configurations() : [];
    const known = new Map(listed.map((each) => [each.id, each]));
    const single = await Promise.all(ids.filter((id) => !known.has(id)).map((id) => this.configuration(id)));
    for (const each of single) if (each !== undefined) known.set(each.id, each);
    return known;
  }

  /** Nothing that was read before now counts as a look any more. */
  forget(): void {
    for (const each of [this.#configurations, this.#repositories, this.#findings]) each.forget();
  }

  /** Monotonic milliseconds. */
  now(): number {
    return this.#options.now();
  }

  /** @param isListed whether the list of findings is asked where the answer is not clear */
  async triage(finding: string, isListed = true): Promise<TriageStatus | undefined> {
    const { reader, account, signal } = this.#options;
    const list = (): Promise<FindingList> => (isListed ? this.#findings.fresh() : Promise.resolve(new Map()));
    const { found } = await observeTriages(reader, account, [finding], { signal, list });
    return found.get(finding.toLowerCase());
  }
}

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (thrown: unknown) => void;
}

/** The wait for more calls: `gapFactor` times the average gap between calls, within these limits in milliseconds. */
const gapFactor = 5;
const minWait = 30;
const defaultMaxWait = 400;

/**
 * Combines the concurrent calls of terraform into one run. A run starts once as many calls wait as were recently
 * concurrent, or when no further call has come for a moment. Runs do not overlap, so that each sees the results of the
 * one before.
 *
 *     -parallelism=10     abcdefghij, a moment, run; klmnopqrst, run; uvwxyz, a moment, run
 *     one after another   a, a moment, run; b, run; c, run
 */
export class Batcher<T, R> {
  readonly #run: (items: readonly T[]) => Promise<readonly R[]>;
  readonly #maxWait: number;
  #waiting: Waiting<T, R>[] = [];
  #running = false;
  #timer: NodeJS.Timeout | undefined;
  #open = 0;
  /** The largest recent number of concurrent calls. */
  #together = 0;
  /** Moving average of the time between calls. */
  #gap = minWait / gapFactor;
  #last = performance.now();

  /** @param run gives a result for each item, in their order */
  constructor(run: (items: readonly T[]) => Promise<readonly R[]>, maxWait = defaultMaxWait) {
    this.#run = run;
    this.#maxWait = maxWait;
  }

  async submit(item: T): Promise<R> {
    this.#open += 1;
    const more = this.#open > this.#together; // further calls may follow
    if (more) this.#together = this.#open;
    const now = performance.now();
    this.#gap += (Math.min(now - this.#last, this.#maxWait) - this.#gap) / 5;
    this.#last = now;
    try {
      return await new Promise<R>((resolve, reject) => {
        this.#waiting.push({ item, resolve, reject });
        if (!this.#running) this.#next(more);
      });
    } finally {
      this.#open -= 1;
    }
  }

  #next(more: boolean): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0) return;
    if (!more && this.#waiting.length >= this.#together) void this.#runAll();
    else
      this.#timer = setTimeout(
        () => {
          this.#together = Math.max(this.#waiting.length, this.#together - 1);
          void this.#runAll();
        },
        Math.min(this.#maxWait, Math.max(minWait, gapFactor * this.#gap)),
      );
  }

  async #runAll(): Promise<void> {
    this.#running = true;
    const batch = this.#waiting;
    this.#waiting = [];
    await this.#settle(batch);
    this.#running = false;
    this.#last = performance.now();
    this.#next(false);
  }

  async #settle(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as R); // `run` gives one for each
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown);
    }
  }
}

interface Waiting<T, R> {
  readonly items: readonly T[];
  readonly resolve: (results: readonly R[]) => void;
  readonly reject: (thrown: unknown) => void;
}

/** So many times as long as it takes from one to the next, within these, is a moment; in milliseconds. */
const patience = 5;
const shortest = 30;
const longest = 400;

/**
 * Gathers what terraform asks for concurrently, so that it is done as one: at once when as many wait as
 * were ever asked for at the same time, or else when for a moment nobody else has come. Terraform goes on
 * meanwhile, as far as -parallelism lets it. One run at a time: what one has done is known to the next.
 *
 *     -parallelism=10     abcdefghij, a moment, run; klmnopqrst, run; uvwxyz, a moment, run
 *     one after another   a, a moment, run; b, run; c, run
 */
export class Batcher<T, R> {
  readonly #run: (items: readonly T[]) => Promise<readonly R[]>;
  #waiting: Waiting<T, R>[] = [];
  #running = false;
  #timer: NodeJS.Timeout | undefined;
  #open = 0;
  /** So many were asked for at the same time; less again when fewer come. */
  #together = 0;
  /** From one to the next, on the average of late. */
  #gap = shortest / patience;
  #last = performance.now();

  /** @param run gives a result for each item, in their order */
  constructor(run: (items: readonly T[]) => Promise<readonly R[]>) {
    this.#run = run;
  }

  /** @returns the result of each change, in order */
  async submit(items: readonly T[]): Promise<readonly R[]> {
    this.#open += 1;
    const more = this.#open > this.#together; // and perhaps there are more to come
    if (more) this.#together = this.#open;
    const now = performance.now();
    this.#gap += (Math.min(now - this.#last, longest) - this.#gap) / 5;
    this.#last = now;
    try {
      return await new Promise<readonly R[]>((resolve, reject) => {
        this.#waiting.push({ items, resolve, reject });
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
        Math.min(longest, Math.max(shortest, patience * this.#gap)),
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
      const results = await this.#run(batch.flatMap(({ items }) => items));
      let at = 0;
      for (const { items, resolve } of batch) {
        resolve(results.slice(at, at + items.length));
        at += items.length;
      }
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown);
    }
  }
}

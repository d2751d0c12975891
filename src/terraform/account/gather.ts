/** Waits so long for more, in milliseconds, once nothing has come. */
const quiet = 15;

interface Waiting<T, R> {
  readonly items: readonly T[];
  readonly resolve: (results: readonly R[]) => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * Gathers what terraform asks for concurrently, so that it is done as one: at once when as many wait as
 * were ever asked for at the same time, or else when for a moment nobody else has come. One run at a
 * time: what one has done is known to the next.
 *
 *     -parallelism=10:   a b c d e f g h i j   a moment   run   k l m n o p q r s t   run   …
 */
export class Gather<T, R> {
  readonly #run: (items: readonly T[]) => Promise<readonly R[]>;
  #waiting: Waiting<T, R>[] = [];
  #running = false;
  #due = false;
  #timer: NodeJS.Timeout | undefined;
  #open = 0;
  #most = 0;

  /** @param run gives a result for each item, in their order */
  constructor(run: (items: readonly T[]) => Promise<readonly R[]>) {
    this.#run = run;
  }

  /** @returns what became of each, in their order */
  async submit(items: readonly T[]): Promise<readonly R[]> {
    this.#open += 1;
    const more = this.#open > this.#most; // and perhaps there are more to come
    if (more) this.#most = this.#open;
    try {
      return await new Promise<readonly R[]>((resolve, reject) => {
        this.#waiting.push({ items, resolve, reject });
        clearTimeout(this.#timer);
        if (!more && this.#waiting.length >= this.#most) this.#flush();
        else
          this.#timer = setTimeout(() => {
            this.#flush();
          }, quiet);
      });
    } finally {
      this.#open -= 1;
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#due = true;
    if (!this.#running) void this.#runAll();
  }

  async #runAll(): Promise<void> {
    this.#running = true;
    while (this.#due) {
      this.#due = false;
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#settle(batch);
    }
    this.#running = false;
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

import type { Clock } from "../../src/service/clock";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** No test needs a fifth of these. */
const mostTurns = 200_000;

/** Time that goes on only when everybody sleeps, and then at once to the moment when the first wakes. */
export class VirtualClock implements Clock {
  #time = 0;
  #sleepers: Sleeper[] = [];
  /** How long each sleep was, in the order in which they began. */
  readonly slept: number[] = [];

  now(): number {
    return this.#time;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.slept.push(milliseconds);
    return new Promise((resolve, reject) => {
      const sleeper = { at: this.#time + milliseconds, wake: resolve };
      this.#sleepers.push(sleeper);
      const abort = (): void => {
        this.#sleepers = this.#sleepers.filter((each) => each !== sleeper);
        reject(new Error("aborted"));
      };
      if (signal?.aborted === true) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    });
  }

  /** Lets time go on until it is done; fails when it never is. */
  async until<T>(done: Promise<T>): Promise<T> {
    const over = new AbortController();
    const end = (): void => {
      over.abort();
    };
    done.then(end, end);
    for (let turn = 0; turn < mostTurns; turn += 1) {
      // whoever can go on without time does
      await new Promise((resolve) => setImmediate(resolve));
      if (over.signal.aborted) return done;
      const at = Math.min(...this.#sleepers.map((each) => each.at));
      if (at === Infinity) continue;
      this.#time = at;
      const awake = this.#sleepers.filter((each) => each.at === at);
      this.#sleepers = this.#sleepers.filter((each) => each.at !== at);
      for (const { wake } of awake) wake();
    }
    throw new Error(`it is not done after ${String(mostTurns)} turns`);
  }
}

/** A clock on which every sleep is over at once, and remembered. */
export function instantClock(): Clock & { readonly slept: readonly number[] } {
  let time = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      time += milliseconds;
      return Promise.resolve();
    },
  };
}

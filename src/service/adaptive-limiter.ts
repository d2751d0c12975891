import { type Clock, derived } from "./clock";

/** Gives a waiting request its turn, or ends its wait without one. */
type Settle = (turn?: number) => void;

export interface TurnOptions {
  /** The maximum number of concurrent requests. */
  readonly concurrency: number;
  readonly stop?: AbortSignal | undefined;
  readonly clock: Clock;
}

/** Shorter waits are skipped, in milliseconds: sums of fractions are not exact. */
const grain = 0.01;
/** How many seconds a halved rate takes to rise to what it was. */
const recovery = 4;

/**
 * Decides when each request may be sent, in order of arrival: with limited concurrency, at a limited rate, and not
 * during a pause. An overload halves the concurrency, and a 429 the rate as well, neither below one; what the service
 * accepts raises both evenly (additive increase, multiplicative decrease). Before the first 429 the rate has no limit.
 */
export class AdaptiveLimiter {
  readonly #concurrency: number;
  readonly #clock: Clock;
  readonly #stop: AbortSignal | undefined;
  /** In order of arrival. */
  readonly #queue = new Set<Settle>();
  /** Those of requests within a place that is taken already. */
  readonly #urgent = new Set<Settle>();
  /** Those in the queue that want a place alone, for requests to come. */
  readonly #placesOnly = new WeakSet<Settle>();
  readonly #closed = new AbortController();
  /** The current concurrency; a fraction counts once it is whole. */
  #allowed: number;
  #running = 0;
  /** In requests per second. */
  #rate = Infinity;
  /** How much the rate rises in each second in which it is used. */
  #rise = 0;
  /** When requests were accepted in the last second, and since the rate was halved. */
  #accepted: number[] = [];
  /** The next request may be sent after both times. */
  #pausedUntil = 0;
  #next = 0;
  /** Turns are numbered from 1: the latest one given, and the latest one at the last overload. */
  #given = 0;
  #cut = 0;
  #wakeAt: number | undefined;

  constructor({ concurrency, stop, clock }: TurnOptions) {
    this.#concurrency = this.#allowed = concurrency;
    this.#clock = clock;
    this.#stop = stop;
  }

  /**
   * Waits for a place among the concurrent requests, which `done` ends. What is sent within it takes turns of its own.
   *
   * @returns undefined when a signal was aborted first
   */
  place(signal: AbortSignal | undefined): Promise<number | undefined> {
    return this.#enqueue(signal, this.#queue, true);
  }

  /**
   * Waits for a turn, which `done` ends.
   *
   * @param urgent it goes first, and needs no free place: its place is taken already
   * @returns its number; undefined when a signal was aborted first
   */
  take(signal: AbortSignal | undefined, urgent = false): Promise<number | undefined> {
    return this.#enqueue(signal, urgent ? this.#urgent : this.#queue, false);
  }

  #enqueue(signal: AbortSignal | undefined, queue: Set<Settle>, isPlaceOnly: boolean): Promise<number | undefined> {
    const ended = derived(signal, this.#stop, this.#closed.signal);
    if (ended.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const settle: Settle = (turn) => {
        queue.delete(settle);
        ended.removeEventListener("abort", leave);
        resolve(turn);
      };
      const leave = (): void => {
        settle();
      };
      ended.addEventListener("abort", leave, { once: true });
      queue.add(settle);
      if (isPlaceOnly) this.#placesOnly.add(settle);
      this.#advance();
    });
  }

  /** @param urgent as given to `take` */
  done(urgent = false): void {
    if (!urgent) this.#running -= 1;
    this.#advance();
  }

  /** The service performed the request. */
  onSuccess(): void {
    this.onRejected();
    this.#allowed = Math.min(this.#concurrency, this.#allowed + 1 / this.#allowed);
  }

  /** The service refused the request for another reason than overload. */
  onRejected(): void {
    this.#lately().push(this.#clock.now());
    this.#rate += this.#rise / this.#rate;
  }

  /**
   * The service was overloaded. Turns given before the last overload carry no new information.
   *
   * @param turn the number of the overloading turn
   * @param paced whether the rate was too high, and not just the concurrency
   */
  onOverload(turn: number, paced: boolean): void {
    if (turn <= this.#cut) return;
    this.#cut = this.#given;
    this.#allowed = Math.max(1, Math.floor(this.#allowed / 2));
    if (paced) this.#slowDown();
  }

  /** @param wait in milliseconds */
  pause(wait: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + wait);
  }

  /** No waiting request gets a turn any more. */
  close(): void {
    this.#closed.abort();
  }

  /** Halves the rate; or waits a second where that was done, and nothing has been accepted since. */
  #slowDown(): void {
    const now = this.#clock.now();
    const accepted = this.#lately().length;
    if (this.#rate < Infinity && accepted === 0) {
      this.#next = now + 1000;
      return;
    }
    const before = this.#rate < Infinity ? this.#rate : Math.max(this.#concurrency, accepted);
    this.#rate = Math.max(1, before / 2);
    this.#rise = this.#rate / recovery;
    this.#accepted = [];
    this.#next = now + 1000 / this.#rate;
  }

  #lately(): number[] {
    const from = this.#clock.now() - 1000;
    while (this.#accepted[0] !== undefined && this.#accepted[0] <= from) this.#accepted.shift();
    return this.#accepted;
  }

  #advance(): void {
    for (;;) {
      const isUrgent = this.#urgent.size > 0;
      const [settle] = isUrgent ? this.#urgent : this.#queue;
      if (settle === undefined || (!isUrgent && this.#running >= Math.floor(this.#allowed))) return;
      const now = this.#clock.now();
      const from = Math.max(this.#pausedUntil, this.#next);
      if (from - now > grain) {
        this.#wake(from, now);
        return;
      }
      if (!isUrgent) this.#running += 1;
      // a request that was late by less than a gap does not delay the following ones
      const gap = 1000 / this.#rate;
      if (!this.#placesOnly.has(settle)) this.#next = Math.max(this.#next, now - gap) + gap;
      settle((this.#given += 1));
    }
  }

  /** Schedules a check at that time, unless there is an earlier one. */
  #wake(at: number, now: number): void {
    if (this.#wakeAt !== undefined && this.#wakeAt <= at) return;
    this.#wakeAt = at;
    const again = (): void => {
      if (this.#wakeAt === at) this.#wakeAt = undefined;
      this.#advance();
    };
    this.#clock.sleep(at - now, derived(this.#closed.signal)).then(again, () => undefined); // closed: no request waits
  }
}

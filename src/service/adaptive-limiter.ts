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

/**
 * Decides when each request may be sent, in order of arrival: with limited concurrency, at a learned rate, and not
 * during a pause.
 */
export class AdaptiveLimiter {
  readonly #concurrency: number;
  readonly #clock: Clock;
  readonly #pace = new RateController();
  /** In order of arrival. */
  readonly #queue = new Set<Settle>();
  /** Those of a request that has a turn already, and waits for them. */
  readonly #urgent = new Set<Settle>();
  readonly #closed = new AbortController();
  /** The current concurrency; a fraction counts once it is whole. */
  #allowed: number;
  #running = 0;
  #pausedUntil = 0;
  /** Turns are numbered from 1: the latest one given, and the latest one at the last overload. */
  #given = 0;
  #cut = 0;
  #wakeAt: number | undefined;
  readonly #stop: AbortSignal | undefined;

  constructor({ concurrency, stop, clock }: TurnOptions) {
    this.#concurrency = this.#allowed = concurrency;
    this.#clock = clock;
    this.#stop = stop;
    const all = (): void => {
      for (const settle of [...this.#urgent, ...this.#queue]) settle();
    };
    stop?.addEventListener("abort", all, { once: true, signal: this.#closed.signal });
    this.#closed.signal.addEventListener("abort", all, { once: true });
  }

  /**
   * Waits for a turn, which `done` ends.
   *
   * @param urgent it goes first, and needs no free place: a request that has one waits for it
   * @returns its number; undefined when a signal was aborted first
   */
  take(signal: AbortSignal | undefined, urgent = false): Promise<number | undefined> {
    if ([signal, this.#stop, this.#closed.signal].some((each) => each?.aborted === true))
      return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const queue = urgent ? this.#urgent : this.#queue;
      const own = derived(signal);
      const settle: Settle = (turn) => {
        queue.delete(settle);
        own?.removeEventListener("abort", leave);
        resolve(turn);
      };
      const leave = (): void => {
        settle();
      };
      own?.addEventListener("abort", leave, { once: true });
      queue.add(settle);
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
    this.#pace.accepted(this.#clock.now());
    this.#allowed = Math.min(this.#concurrency, this.#allowed + 1 / this.#allowed);
  }

  /** The service refused the request for another reason than overload. */
  onRejected(): void {
    this.#pace.accepted(this.#clock.now());
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
    if (paced) this.#pace.refused(this.#clock.now());
  }

  /** @param wait in milliseconds */
  pause(wait: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + wait);
  }

  /** No waiting request gets a turn any more. */
  close(): void {
    this.#closed.abort();
  }

  #advance(): void {
    for (;;) {
      const isUrgent = this.#urgent.size > 0;
      const [settle] = isUrgent ? this.#urgent : this.#queue;
      if (settle === undefined || (!isUrgent && this.#running >= Math.floor(this.#allowed))) return;
      const now = this.#clock.now();
      const from = Math.max(this.#pausedUntil, this.#pace.next);
      if (from - now > grain) {
        this.#wake(from, now);
        return;
      }
      if (!isUrgent) this.#running += 1;
      this.#pace.sent(now);
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

/** The rate starts this far below the known one, and ends as far above it after the same time again. */
const step = 0.02;
/** The time to return to that rate, while it is barely known and once it is well known. */
const shortest = 1000;
const longest = 24_000;
/** The maximum pause after a refusal without a Retry-After. */
const longestPause = 2000;

/**
 * Learns the sending rate from refusals with 429; before the first there is no limit. A refused rate is approached
 * again from slightly below: quickly at first, slowly near it, and then quickly again, as the cube of time. So it is
 * rarely exceeded, and a raised limit is detected. The better the rate is known, the longer this takes. Times are in
 * milliseconds, rates in requests per millisecond.
 */
export class RateController {
  #rate: number | undefined;
  #approach = shortest;
  /** The time, and the number of requests, for which the pace was kept since the last refusal. */
  #kept = 0;
  #count = 0;
  #last = 0;
  #next = 0;
  /** The times of requests accepted in the last second before the first refusal. */
  readonly #accepted: number[] = [];
  /** Consecutive refusals, without an accepted request between them. */
  #refusals = 0;

  /** When the next request may be sent. */
  get next(): number {
    return this.#next;
  }

  /** A request is sent. */
  sent(now: number): void {
    if (this.#rate !== undefined) {
      // a pace that no request had to wait for is untested
      if (now - this.#next < 1) {
        this.#kept += now - this.#last;
        this.#count += 1;
      }
      const gap = 1 / this.#allowed(this.#rate);
      this.#next = (now - this.#next < gap ? this.#next : now) + gap;
    }
    this.#last = now;
  }

  /** A request was accepted. */
  accepted(now: number): void {
    this.#refusals = 0;
    if (this.#rate !== undefined) return;
    while (this.#accepted[0] !== undefined && this.#accepted[0] <= now - 1000) this.#accepted.shift();
    this.#accepted.push(now);
  }

  /** A request was refused because of the rate. Called once for all requests in flight. */
  refused(now: number): void {
    this.#refusals += 1;
    if (this.#rate === undefined) this.#rate = Math.max(1, this.#accepted.length) / 1000;
    else if (this.#refusals === 1) this.#learn(this.#rate);
    this.#kept = 0;
    this.#count = 0;
    this.#last = now;
    // while nothing is accepted, the attempts become rarer
    this.#next = now + Math.max(1 / this.#rate, Math.min(longestPause, 50 * 2 ** this.#refusals));
  }

  /** Learns from a refusal: the rate is below the current one, and near the mean since the last refusal. */
  #learn(before: number): void {
    const tried = this.#allowed(before);
    const mean = this.#kept === 0 ? 0 : this.#count / this.#kept;
    const sure = this.#approach > shortest;
    const early = this.#kept < this.#approach;
    const rate = early
      ? (sure ? 0.96 : 0.85) * tried
      : Math.min(0.985 * tried, Math.max((sure ? 0.92 : 0.75) * tried, mean));
    const confirmed = Math.abs(rate / before - 1) < 0.15;
    this.#approach = confirmed ? Math.min(longest, this.#approach * 4) : shortest;
    this.#rate = rate;
  }

  #allowed(rate: number): number {
    return rate * (1 + step * (this.#kept / this.#approach - 1) ** 3);
  }
}

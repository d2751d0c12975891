import { type Clock, derived } from "./clock";
import { RateController } from "./rate-controller";

interface Waiting {
  /** Needs no free place among the concurrent requests. */
  readonly urgent: boolean;
  readonly go: () => void;
  readonly leave: () => void;
}

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
  readonly #queue = new Set<Waiting>();
  /** Those of a request that has a turn already, and waits for them. */
  readonly #urgent = new Set<Waiting>();
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
      for (const waiting of [...this.#urgent, ...this.#queue]) waiting.leave();
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
      const own = derived(signal);
      const queue = urgent ? this.#urgent : this.#queue;
      const leave = (): void => {
        queue.delete(waiting);
        resolve(undefined);
      };
      const waiting: Waiting = {
        urgent,
        leave,
        go: () => {
          own?.removeEventListener("abort", leave);
          resolve((this.#given += 1));
        },
      };
      own?.addEventListener("abort", leave, { once: true });
      queue.add(waiting);
      this.#advance();
    });
  }

  /** @param urgent as given to `take` */
  done(urgent = false): void {
    if (!urgent) this.#running -= 1;
    this.#advance();
  }

  /** The service performed the request. */
  fine(): void {
    this.#pace.taken(this.#clock.now());
    this.#allowed = Math.min(this.#concurrency, this.#allowed + 1 / this.#allowed);
  }

  /** The service refused the request for another reason than overload. */
  taken(): void {
    this.#pace.taken(this.#clock.now());
  }

  /**
   * The service was overloaded. Turns given before the last overload carry no new information.
   *
   * @param turn the number of the overloading turn
   * @param paced whether the rate was too high, and not just the concurrency
   */
  tooMuch(turn: number, paced: boolean): void {
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
    for (const waiting of [...this.#urgent, ...this.#queue]) {
      if (!waiting.urgent && this.#running >= Math.floor(this.#allowed)) return;
      const now = this.#clock.now();
      const from = Math.max(this.#pausedUntil, this.#pace.next);
      if (from - now > grain) {
        this.#wake(from, now);
        return;
      }
      (waiting.urgent ? this.#urgent : this.#queue).delete(waiting);
      if (!waiting.urgent) this.#running += 1;
      this.#pace.sent(now);
      waiting.go();
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

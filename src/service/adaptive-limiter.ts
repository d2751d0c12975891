import { type Clock, derived } from "./clock";
import { RateController } from "./rate-controller";

interface Waiting {
  readonly go: () => void;
  readonly leave: () => void;
}

export interface TurnOptions {
  /** So many may have their turn at once, at most. */
  readonly concurrency: number;
  readonly stop?: AbortSignal | undefined;
  readonly clock: Clock;
}

/** A wait that is shorter is none, in milliseconds: sums of fractions are not exact. */
const grain = 0.01;

/**
 * Who may send now, in the order in which they came: so many at once, at a pace that is learned, and
 * nobody during a pause.
 */
export class AdaptiveLimiter {
  readonly #concurrency: number;
  readonly #clock: Clock;
  readonly #pace = new RateController();
  readonly #queue = new Set<Waiting>();
  readonly #closed = new AbortController();
  /** So many at once now; a fraction counts once it is whole. */
  #allowed: number;
  #running = 0;
  #pausedUntil = 0;
  /** Turns are numbered from 1: the last that was given, and the last when it was too much. */
  #given = 0;
  #cut = 0;
  #wakeAt: number | undefined;
  readonly #stop: AbortSignal | undefined;

  constructor({ concurrency, stop, clock }: TurnOptions) {
    this.#concurrency = this.#allowed = concurrency;
    this.#clock = clock;
    this.#stop = stop;
    const all = (): void => {
      for (const waiting of [...this.#queue]) waiting.leave();
    };
    stop?.addEventListener("abort", all, { once: true, signal: this.#closed.signal });
    this.#closed.signal.addEventListener("abort", all, { once: true });
  }

  /**
   * Waits for a turn, which `done` ends.
   *
   * @returns its number; undefined when there is none, because a signal was aborted
   */
  take(signal: AbortSignal | undefined): Promise<number | undefined> {
    if ([signal, this.#stop, this.#closed.signal].some((each) => each?.aborted === true))
      return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const own = derived(signal);
      const leave = (): void => {
        this.#queue.delete(waiting);
        resolve(undefined);
      };
      const waiting: Waiting = {
        leave,
        go: () => {
          own?.removeEventListener("abort", leave);
          resolve((this.#given += 1));
        },
      };
      own?.addEventListener("abort", leave, { once: true });
      this.#queue.add(waiting);
      this.#advance();
    });
  }

  done(): void {
    this.#running -= 1;
    this.#advance();
  }

  /** The service did what it was asked. */
  fine(): void {
    this.#pace.taken(this.#clock.now());
    this.#allowed = Math.min(this.#concurrency, this.#allowed + 1 / this.#allowed);
  }

  /** The service said no, but not for want of time. */
  taken(): void {
    this.#pace.taken(this.#clock.now());
  }

  /**
   * It was too much for the service. Turns that were given before this was last heard say nothing new.
   *
   * @param turn the number of the turn that it was too much in
   * @param paced whether requests came too fast, and not only too many at once
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

  /** Nobody who still waits gets a turn. */
  close(): void {
    this.#closed.abort();
  }

  #advance(): void {
    for (const waiting of this.#queue) {
      if (this.#running >= Math.floor(this.#allowed)) return;
      const now = this.#clock.now();
      const from = Math.max(this.#pausedUntil, this.#pace.next);
      if (from - now > grain) {
        this.#wake(from, now);
        return;
      }
      this.#queue.delete(waiting);
      this.#running += 1;
      this.#pace.sent(now);
      waiting.go();
    }
  }

  /** Looks again then, unless it will before. */
  #wake(at: number, now: number): void {
    if (this.#wakeAt !== undefined && this.#wakeAt <= at) return;
    this.#wakeAt = at;
    const again = (): void => {
      if (this.#wakeAt === at) this.#wakeAt = undefined;
      this.#advance();
    };
    this.#clock.sleep(at - now, derived(this.#closed.signal)).then(again, () => undefined); // closed: nobody waits
  }
}

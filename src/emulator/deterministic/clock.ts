/** The end of the year 9999, in milliseconds: later dates have another ISO 8601 format. */
const latest = Date.UTC(10_000, 0);

/** Whether a clock with this offset in milliseconds stays before the year 10000. */
export const isValidOffset = (milliseconds: number): boolean => Date.now() + milliseconds < latest;

/** The emulator's clock: real time plus an offset that only grows. */
export class Clock {
  #ahead: number;

  /** @param ahead the initial offset in milliseconds */
  constructor(ahead = 0) {
    this.#ahead = ahead;
  }

  /** The offset from real time, in milliseconds. */
  get offset(): number {
    return this.#ahead;
  }

  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  /** @param milliseconds 0 or more */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}

/** The end of the year 9999, after which dates are written in another form. In milliseconds. */
const latest = Date.UTC(10_000, 0);

/** Whether a clock that is so many milliseconds ahead still shows dates in the usual form. */
export const isValidOffset = (milliseconds: number): boolean => Date.now() + milliseconds < latest;

/** The time in the emulator, which a test may move on. */
export class Clock {
  #ahead: number;

  /** @param ahead how far it is ahead from the start, in milliseconds */
  constructor(ahead = 0) {
    this.#ahead = ahead;
  }

  /** How far it is ahead of the time outside, in milliseconds. */
  get offset(): number {
    return this.#ahead;
  }

  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  /** @param milliseconds how far, and never back */
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}

import { setTimeout } from "node:timers/promises";

/** The time source of retries and the limiter. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Rejects when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<unknown>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }),
};

/** A clock with the given sleep, which advances by the requested time even if the sleep returns at once. */
export function clockThatSleeps(sleep: Clock["sleep"]): Clock {
  let ahead = 0;
  const now = (): number => systemClock.now() + ahead;
  return {
    now,
    sleep: async (milliseconds, signal) => {
      const until = now() + milliseconds;
      await sleep(milliseconds, signal);
      ahead += Math.max(0, until - now());
    },
  };
}

/** A separate signal that is aborted with the first of these. Many listeners on one signal would be reported as a leak. */
export const derived = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((each) => each !== undefined));

/** Milliseconds for a message: whole tenths of a second, or thousandths of less than a second. */
export const seconds = (milliseconds: number): string =>
  `${String(milliseconds < 1000 ? Math.round(milliseconds) / 1000 : Math.round(milliseconds / 100) / 10)} s`;

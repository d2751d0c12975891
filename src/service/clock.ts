import { setTimeout } from "node:timers/promises";

/** Time, as retries and the limiter know it. */
export interface Clock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Rejects when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<unknown>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }),
};

/** A clock that sleeps in the given way, and goes on by as much as it slept however long that took. */
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

/**
 * A signal of its own that is aborted as soon as any of these is: many who listen to the same one
 * would be taken for a leak.
 */
export function derived(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((each) => each !== undefined);
  return given.length === 0 ? undefined : AbortSignal.any(given);
}

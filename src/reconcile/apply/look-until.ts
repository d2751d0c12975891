import { waits } from "./waits";

interface Waiting {
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** The first waits between two looks, in milliseconds. */
  readonly grace: readonly number[];
  /** How long is waited in total, in milliseconds, where that is longer than `grace`. */
  readonly timeout?: number;
  /** After an abort nothing is waited for. */
  readonly signal?: AbortSignal | undefined;
}

/** Looks once, and again while it is not as wanted: reads may lag behind writes. @returns what was seen last */
export async function lookUntil<T>(
  look: () => Promise<T>,
  isWanted: (seen: T) => boolean,
  { sleep, grace, timeout = 0, signal }: Waiting,
): Promise<T> {
  let seen = await look();
  for (const wait of waits(grace, () => timeout)) {
    if (isWanted(seen) || signal?.aborted === true) break;
    await sleep(wait);
    seen = await look();
  }
  return seen;
}

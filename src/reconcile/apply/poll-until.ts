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
export async function pollUntil<T>(
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

/** The longest pause between two reads, in milliseconds. */
const step = 5000;

/**
 * The waits between reads for something that the service may show late: those of `grace`, then more of them until
 * `limit` has been waited for in total. All in milliseconds.
 *
 * @param limit asked before each of the later ones
 */
export function* waits(grace: readonly number[], limit: () => number): Generator<number> {
  let waited = 0;
  for (const wait of grace) {
    yield wait;
    waited += wait;
  }
  for (let left = limit() - waited; left > 0; left = limit() - waited) {
    const wait = Math.min(step, left);
    yield wait;
    waited += wait;
  }
}

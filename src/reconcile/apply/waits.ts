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

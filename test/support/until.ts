/** Far more than any test needs, and less than the time of a test. */
const longest = 20_000;

/**
 * Waits until a condition holds, and lets everybody else go on meanwhile. Fails when it does not hold within 20 s.
 * @param pause milliseconds between two looks, for what another process has to do
 */
export async function until(condition: () => boolean | Promise<boolean>, pause = 0): Promise<void> {
  const deadline = performance.now() + longest;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`it does not hold after ${String(longest / 1000)} s: ${String(condition)}`);
    await new Promise((resolve) => (pause > 0 ? setTimeout(resolve, pause) : setImmediate(resolve)));
  }
}

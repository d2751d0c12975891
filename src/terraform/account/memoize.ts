/** Reads at the first call. Every caller gets the same promise; a failed read is not kept. */
export function memoize<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () => {
    if (known !== undefined) return known;
    const reading = read();
    known = reading;
    reading.catch(() => {
      known = undefined;
    });
    return reading;
  };
}

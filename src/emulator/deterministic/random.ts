/** A reproducible generator of numbers in [0, 1): mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A shuffled copy of the items. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  const mixed: T[] = [];
  while (left.length > 0) {
    const at = Math.floor(random() * left.length);
    const last = left.pop();
    const picked = left[at];
    if (last === undefined) break;
    if (picked === undefined) mixed.push(last);
    else {
      mixed.push(picked);
      left[at] = last;
    }
  }
  return mixed;
}

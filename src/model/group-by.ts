/** Items by key, in the order in which they came. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** What a map has for a key; made first where it has nothing. */
export function remembered<K, T>(known: Map<K, T>, key: K, make: (key: K) => T): T {
  let found = known.get(key);
  if (found === undefined) {
    found = make(key);
    known.set(key, found);
  }
  return found;
}

import { groupBy } from "../../model/group-by";

/** A function that indexes a list by a key. Each list is indexed once, since every resource asks for its own item. */
export function listIndex<T, K>(keyOf: (item: T) => K): (list: readonly T[]) => ReadonlyMap<K, readonly T[]> {
  const indexes = new WeakMap<readonly T[], ReadonlyMap<K, readonly T[]>>();
  return (list) => {
    const index = indexes.get(list) ?? groupBy(list, keyOf);
    indexes.set(list, index);
    return index;
  };
}

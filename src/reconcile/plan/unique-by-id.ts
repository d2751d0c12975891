/** Each id once: what is listed on two pages is one thing. */
export function uniqueById<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  if (ascending(items)) return items;
  const ids = new Set<string>();
  items.forEach(({ id }) => ids.add(id));
  return ids.size === items.length ? items : [...new Map(items.map((each) => [each.id, each])).values()];
}

/** Listed by their ids, as services often do, so that none can be there twice. */
const ascending = (items: readonly { readonly id: string }[]): boolean =>
  items.every(({ id }, at) => at === 0 || (items[at - 1]?.id ?? id) < id);

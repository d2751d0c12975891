/** Any position at which a UUID begins; two may overlap. */
const uuids = /(?=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))/g;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds which of these ids a text mentions, in any case, in the order of the ids. UUIDs are looked up in a map, so
 * the time is linear in the number of texts plus the number of ids.
 */
export function idFinder<Id extends string>(ids: readonly Id[]): (text: string) => readonly Id[] {
  const places = new Map<string, readonly number[]>();
  const others: (readonly [string, number])[] = [];
  for (const [at, id] of ids.entries()) {
    const lower = id.toLowerCase();
    if (uuid.test(lower)) places.set(lower, [...(places.get(lower) ?? []), at]);
    else others.push([lower, at]);
  }
  return (text) => {
    const lower = text.toLowerCase();
    const found = new Set(others.flatMap(([id, at]) => (lower.includes(id) ? [at] : [])));
    for (const [, id = ""] of lower.matchAll(uuids)) for (const at of places.get(id) ?? []) found.add(at);
    return [...found].sort((left, right) => left - right).flatMap((at) => ids[at] ?? []);
  };
}

/** What one configuration needs to be written, setting by setting. */
export interface Need<T> {
  readonly item: T;
  /** By setting, a text of it with its value, equal for equal values. */
  readonly needs: ReadonlyMap<string, string>;
  /** The needs, and settings that already hold their declared value, so that writing them changes nothing. */
  readonly allows: ReadonlyMap<string, string>;
  /** Equal for items that end up with the same settings: one request with all of them serves them all. */
  readonly whole: string;
  /** The settings that it ends up with, each with the level at which a service may lose it. */
  readonly levels: ReadonlyMap<string, string>;
}

/** Items that end up with the same settings. A token is a setting with a value. */
export interface Class {
  /** Indexes in the list of needs. */
  readonly members: readonly number[];
  readonly needs: ReadonlySet<number>;
  readonly allows: ReadonlySet<number>;
  readonly levels: ReadonlyMap<string, string>;
}

export interface Classes {
  readonly classes: readonly Class[];
  /** The settings of each token. */
  readonly units: readonly (readonly string[])[];
}

interface Draft {
  readonly members: number[];
  readonly needs: Set<number>;
  readonly allows: Set<number>;
  readonly levels: ReadonlyMap<string, string>;
}

/** Groups items that end up alike, so that the size of the problem is the number of different results. */
export function classesOf(all: readonly Need<unknown>[]): Classes {
  const { tokenOf, unitOf } = tokens(all);
  const drafts = new Map<string, Draft>();
  for (const [at, { needs, allows, whole, levels }] of all.entries()) {
    const needed = Array.from(needs.values(), tokenOf);
    const allowed = new Set(Array.from(allows.values(), tokenOf).filter((token) => token >= 0));
    const known = drafts.get(whole);
    if (known === undefined) {
      drafts.set(whole, { members: [at], needs: new Set(needed), allows: allowed, levels });
      continue;
    }
    known.members.push(at);
    for (const token of needed) known.needs.add(token);
    for (const token of known.allows) if (!allowed.has(token)) known.allows.delete(token);
  }
  return merged([...drafts.values()], unitOf);
}

/** Numbers for the settings with a needed value; -1 for all others, which are never written. */
function tokens(all: readonly Need<unknown>[]) {
  const ids = new Map<string, number>();
  const unitOf: string[] = [];
  for (const { needs } of all)
    for (const [unit, value] of needs) {
      if (ids.has(value)) continue;
      ids.set(value, unitOf.length);
      unitOf.push(unit);
    }
  const tokenOf = (value: string): number => ids.get(value) ?? -1;
  return { tokenOf, unitOf };
}

/** Merges tokens that occur in the same classes in the same role: a request carries all of them or none. */
function merged(drafts: readonly Draft[], unitOf: readonly string[]): Classes {
  const places = unitOf.map((): string[] => []);
  for (const [at, { needs, allows }] of drafts.entries())
    for (const token of new Set([...needs, ...allows]))
      places[token]?.push(`${String(at)}${needs.has(token) ? "!" : ""}${allows.has(token) ? "" : "-"}`);
  const ids = new Map<string, number>();
  const units: string[][] = [];
  const renamed = places.map((place, token) => {
    const key = place.join();
    const id = ids.get(key) ?? units.length;
    ids.set(key, id);
    (units[id] ??= []).push(unitOf[token] ?? "");
    return id;
  });
  const rename = (all: ReadonlySet<number>): ReadonlySet<number> =>
    new Set([...all].map((each) => renamed[each] ?? -1));
  return {
    classes: drafts.map((each) => ({ ...each, needs: rename(each.needs), allows: rename(each.allows) })),
    units,
  };
}

export const ascending = (left: number, right: number): number => left - right;

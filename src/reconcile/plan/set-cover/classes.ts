/** The settings that one item needs, unit by unit: by top-level setting. */
export interface Need<T> {
  readonly item: T;
  /** By unit, a text that is equal for equal values. */
  readonly needs: ReadonlyMap<string, string>;
  /** The needs, and units that already hold their declared value, so that writing them changes nothing. */
  readonly allows: ReadonlyMap<string, string>;
}

/** Items with equal needs and equal allowances. A token is a unit with a value. */
export interface Class {
  /** Indexes in the list of needs. */
  readonly members: readonly number[];
  readonly needs: ReadonlySet<number>;
  readonly allows: ReadonlySet<number>;
}

/** Tokens that are written to several classes at once. */
export interface Request {
  readonly tokens: readonly number[];
  readonly targets: readonly Class[];
}

/** A separate request for one class. */
export const whole = (each: Class): Request => ({ tokens: [...each.needs], targets: [each] });

export interface Classes {
  readonly classes: readonly Class[];
  /** The units of each token. */
  readonly units: readonly (readonly string[])[];
}

interface Draft {
  readonly members: number[];
  readonly needs: readonly number[];
  readonly allows: readonly number[];
}

/** Groups equal items, so that the size of the problem is the number of different items. */
export function classesOf(all: readonly Need<unknown>[]): Classes {
  const { tokenOf, unitOf } = tokens(all);
  const drafts = new Map<string, Draft>();
  for (const [at, each] of all.entries()) {
    const needs = [...each.needs].map(tokenOf).sort(ascending);
    const allows = [...each.allows].map(tokenOf).filter(isToken).sort(ascending);
    const key = `${needs.join()};${allows.join()}`;
    const known = drafts.get(key);
    if (known === undefined) drafts.set(key, { members: [at], needs, allows });
    else known.members.push(at);
  }
  return merged([...drafts.values()], unitOf);
}

/** Numbers for the units with a needed value; -1 for all others, which are never written. */
function tokens(all: readonly Need<unknown>[]) {
  const ids = new Map<string, number>();
  const unitOf: string[] = [];
  for (const { needs } of all)
    for (const [unit, value] of needs) {
      const key = keyOf(unit, value);
      if (ids.has(key)) continue;
      ids.set(key, unitOf.length);
      unitOf.push(unit);
    }
  const tokenOf = ([unit, value]: readonly [string, string]): number => ids.get(keyOf(unit, value)) ?? -1;
  return { tokenOf, unitOf };
}

/** Merges tokens that occur in the same classes in the same role: a request carries all of them or none. */
function merged(drafts: readonly Draft[], unitOf: readonly string[]): Classes {
  const places = unitOf.map((): string[] => []);
  for (const [at, { needs, allows }] of drafts.entries()) {
    const needed = new Set(needs);
    for (const token of allows) places[token]?.push(`${String(at)}${needed.has(token) ? "!" : ""}`);
  }
  const ids = new Map<string, number>();
  const units: string[][] = [];
  const renamed = places.map((place, token) => {
    const key = place.join();
    const id = ids.get(key) ?? units.length;
    ids.set(key, id);
    (units[id] ??= []).push(unitOf[token] ?? "");
    return id;
  });
  const rename = (tokens: readonly number[]): ReadonlySet<number> => new Set(tokens.map((each) => renamed[each] ?? -1));
  return {
    classes: drafts.map(({ members, needs, allows }) => ({ members, needs: rename(needs), allows: rename(allows) })),
    units,
  };
}

const keyOf = (unit: string, value: string): string => JSON.stringify([unit, value]);
const isToken = (token: number): boolean => token >= 0;
export const ascending = (left: number, right: number): number => left - right;

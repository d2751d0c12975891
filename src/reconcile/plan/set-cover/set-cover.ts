import { type Class, classesOf, type Need, type Request, whole } from "./classes";
import { exact } from "./exact";
import { smallestCover } from "./matching";

/** One request: these units, with the values that all these items need or allow. */
export interface Group<T> {
  readonly items: readonly T[];
  readonly units: readonly string[];
}

export interface Cover<T> {
  readonly groups: readonly Group<T>[];
  /** No fewer requests suffice. */
  readonly lowerBound: number;
}

/** Components of at most this many classes are solved exactly, until the budget is spent. */
const exactLimit = 8;
const searchBudget = 64 * 2 ** exactLimit;

/**
 * Covers every need with few requests, without writing anything that an item does not allow; one request carries one
 * value per unit to any number of items. This is a set cover, so the minimum is found only for small components;
 * elsewhere the result is close to it.
 */
export function cover<T>(all: readonly Need<T>[]): Cover<T> {
  const { classes, units } = classesOf(all);
  let spent = 0;
  const parts = components(classes).map((part) => {
    if (part.length > exactLimit || (spent += 2 ** part.length) > searchBudget)
      return { requests: approximate(part), lowerBound: distinct(part, units) };
    const requests = exact(part);
    return { requests, lowerBound: requests.length };
  });
  return {
    groups: parts.flatMap(({ requests }) =>
      requests.map(({ tokens, targets }) => ({
        items: targets.flatMap(({ members }) => members.flatMap((at) => all[at]?.item ?? [])),
        units: tokens.flatMap((token) => units[token] ?? []),
      })),
    ),
    lowerBound: parts.reduce((sum, part) => sum + part.lowerBound, 0),
  };
}

/** Classes that share no token are independent. */
function components(classes: readonly Class[]): readonly (readonly Class[])[] {
  const holders = new Map<number, number[]>();
  for (const [at, { allows }] of classes.entries())
    for (const token of allows) {
      const list = holders.get(token);
      if (list === undefined) holders.set(token, [at]);
      else list.push(at);
    }
  const seen = new Set<number>();
  return classes.flatMap((_, start) => {
    if (seen.has(start)) return [];
    seen.add(start);
    const part = [start];
    for (const at of part)
      for (const token of classes[at]?.allows ?? []) {
        for (const next of holders.get(token) ?? []) {
          if (!seen.has(next)) part.push(next);
          seen.add(next);
        }
        holders.delete(token);
      }
    return [part.flatMap((at) => classes[at] ?? [])];
  });
}

/**
 * Either a class is written whole, or each of its tokens goes to all classes that need it. The minimum of this form
 * is a smallest vertex cover between classes and tokens.
 */
function approximate(classes: readonly Class[]): readonly Request[] {
  const needing = new Map<number, Class[]>();
  for (const each of classes)
    for (const token of each.needs) {
      const list = needing.get(token);
      if (list === undefined) needing.set(token, [each]);
      else list.push(each);
    }
  const tokens = [...needing.keys()];
  const position = new Map(tokens.map((token, at) => [token, at]));
  const edges = classes.map(({ needs }) => [...needs].map((token) => position.get(token) ?? -1));
  const { left, right } = smallestCover(edges, tokens.length);
  const wholes = new Set(left.flatMap((at) => classes[at] ?? []));
  return [
    ...[...wholes].map(whole),
    ...right.flatMap((at): readonly Request[] => {
      const token = tokens[at];
      if (token === undefined) return [];
      return [{ tokens: [token], targets: (needing.get(token) ?? []).filter((each) => !wholes.has(each)) }];
    }),
  ];
}

/** A request carries one value per unit, so there are at least as many as a unit has values. */
function distinct(classes: readonly Class[], units: readonly (readonly string[])[]): number {
  const values = new Map<string, Set<number>>();
  for (const { needs } of classes)
    for (const token of needs)
      for (const unit of units[token] ?? []) {
        const known = values.get(unit);
        if (known === undefined) values.set(unit, new Set([token]));
        else known.add(token);
      }
  return Math.max(0, ...[...values.values()].map(({ size }) => size));
}

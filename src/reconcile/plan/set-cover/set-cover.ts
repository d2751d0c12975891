import { groupBy } from "../../../model/group-by";
import { ascending, type Class, classesOf, type Need, type Request, whole } from "./classes";

/** One request: these units, with the values that all these items need or allow. */
interface Group<T> {
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
  const holders = groupBy(
    classes.flatMap(({ allows }, at) => Array.from(allows, (token) => ({ token, at }))),
    ({ token }) => token,
  );
  const seen = new Set<number>();
  return classes.flatMap((_, start) => {
    if (seen.has(start)) return [];
    seen.add(start);
    const part = [start];
    for (const at of part)
      for (const token of classes[at]?.allows ?? []) {
        for (const { at: next } of holders.get(token) ?? []) {
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
  const needing = groupBy(
    classes.flatMap((each) => Array.from(each.needs, (token) => ({ token, each }))),
    ({ token }) => token,
  );
  const tokens = [...needing.keys()];
  const position = new Map(tokens.map((token, at) => [token, at]));
  const edges = classes.map(({ needs }) => [...needs].map((token) => position.get(token) ?? -1));
  const { left, right } = smallestCover(edges);
  const wholes = new Set(left.flatMap((at) => classes[at] ?? []));
  return [
    ...[...wholes].map(whole),
    ...right.flatMap((at): readonly Request[] => {
      const token = tokens[at];
      if (token === undefined) return [];
      const targets = (needing.get(token) ?? []).map(({ each }) => each).filter((each) => !wholes.has(each));
      return [{ tokens: [token], targets }];
    }),
  ];
}

/**
 * A smallest set of left and right nodes that touches every edge, by a largest matching (Kuhn; König).
 *
 * @param edges for each left node the right nodes that it is joined to
 */
export function smallestCover(edges: readonly (readonly number[])[]): {
  readonly left: readonly number[];
  readonly right: readonly number[];
} {
  const matchOfLeft = new Map<number, number>();
  const matchOfRight = new Map<number, number>();

  /** Follows alternating paths from left nodes, up to the first free right node. */
  const walk = (reached: number[]) => {
    const reachedBy = new Map<number, number>();
    // further nodes are appended during the walk
    for (const node of reached)
      for (const right of edges[node] ?? []) {
        if (reachedBy.has(right)) continue;
        reachedBy.set(right, node);
        const next = matchOfRight.get(right);
        if (next === undefined) return { reached, reachedBy, free: right };
        reached.push(next);
      }
    return { reached, reachedBy };
  };
  for (const [start] of edges.entries()) {
    const { reachedBy, free } = walk([start]);
    for (let right = free; right !== undefined;) {
      const left = reachedBy.get(right) ?? start;
      const former = matchOfLeft.get(left);
      matchOfLeft.set(left, right);
      matchOfRight.set(right, left);
      right = former;
    }
  }
  const { reached, reachedBy } = walk([...edges.keys()].filter((node) => !matchOfLeft.has(node)));
  const left = new Set(reached);
  return { left: [...edges.keys()].filter((node) => !left.has(node)), right: [...reachedBy.keys()].sort(ascending) };
}

/** A request carries one value per unit, so there are at least as many as a unit has values. */
function distinct(classes: readonly Class[], units: readonly (readonly string[])[]): number {
  const tokens = new Set(classes.flatMap(({ needs }) => [...needs]));
  const values = groupBy(
    [...tokens].flatMap((token) => units[token] ?? []),
    (unit) => unit,
  );
  return Math.max(0, ...[...values.values()].map(({ length }) => length));
}

/** A request and the needs that it meets, one bit for each need of each class. */
interface Candidate {
  readonly request: Request;
  readonly meets: bigint;
}

/** The fewest requests for a few classes, by branch and bound. */
function exact(classes: readonly Class[]): readonly Request[] {
  const bits = new Map(
    classes.flatMap((each) => [...each.needs].map((token) => [each, token] as const)).map((need, at) => [need, at]),
  );
  const bitOf = new Map<Class, Map<number, bigint>>(classes.map((each) => [each, new Map()]));
  for (const [[owner, token], at] of bits) bitOf.get(owner)?.set(token, 1n << BigInt(at));
  const meetsOf = ({ tokens, targets }: Request): bigint =>
    targets.reduce((sum, each) => tokens.reduce((rest, token) => rest | (bitOf.get(each)?.get(token) ?? 0n), sum), 0n);

  const candidates = undominated(worthwhile(classes).map((request) => ({ request, meets: meetsOf(request) })));
  const needs = [...bits.values()].map((at) => {
    const bit = 1n << BigInt(at);
    const by = candidates.filter(({ meets }) => (meets & bit) !== 0n);
    return { bit, by, together: by.reduce((sum, { meets }) => sum | meets, 0n) };
  });
  /** Needs of which no request meets two require one request each. */
  const atLeast = (open: bigint): number => {
    let [count, rest] = [0, open];
    for (const { bit, together } of needs) {
      if ((rest & bit) === 0n) continue;
      count += 1;
      rest &= ~together;
    }
    return count;
  };

  let best: readonly Request[] = classes.map(whole);
  const reached = new Map<bigint, number>();
  const search = (open: bigint, taken: readonly Request[]): void => {
    if (open === 0n) best = taken.length < best.length ? taken : best;
    if (taken.length + atLeast(open) >= best.length || (reached.get(open) ?? Infinity) <= taken.length) return;
    reached.set(open, taken.length);
    // branching on the need with the fewest candidate requests leaves the fewest branches
    const hardest = needs
      .filter(({ bit }) => (open & bit) !== 0n)
      .reduce((a, b) => (b.by.length < a.by.length ? b : a));
    for (const { request, meets } of hardest.by) search(open & ~meets, [...taken, request]);
  };
  search((1n << BigInt(bits.size)) - 1n, []);
  return best;
}

/** A request is worth considering only if it carries everything that some set of classes allows in common. */
function worthwhile(classes: readonly Class[]): readonly Request[] {
  const found = new Map<string, Request>();
  for (let mask = 1; mask < 1 << classes.length; mask += 1) {
    const some = classes.filter((_, at) => (mask & (1 << at)) !== 0);
    const tokens = [...(some[0]?.allows ?? [])].filter(
      (token) => some.every(({ allows }) => allows.has(token)) && some.some(({ needs }) => needs.has(token)),
    );
    const targets = classes.filter(
      ({ allows, needs }) => tokens.every((each) => allows.has(each)) && tokens.some((each) => needs.has(each)),
    );
    if (tokens.length > 0) found.set(tokens.join(), { tokens, targets });
  }
  return [...found.values()];
}

/** Drops candidates that another one covers completely. */
const undominated = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter(
    ({ meets }, at) =>
      !candidates.some(
        (other, place) =>
          (meets & other.meets) === meets && (meets === other.meets ? place < at : meets !== other.meets),
      ),
  );

import { groupBy } from "../../../model/group-by";
import { ascending, type Class, classesOf, type Need } from "./classes";

/** One request: these settings, with the values that all these items need or allow. */
export interface Group<T> {
  readonly items: readonly T[];
  /** Absent where the request has all settings of its items, which end up alike: nothing of them can be lost. */
  readonly units?: readonly string[];
  /** The one of the items that shows what a service does to the settings that the request lacks. Present with `units`. */
  readonly trial?: T;
}

export interface Cover<T> {
  readonly groups: readonly Group<T>[];
  /** No fewer requests suffice. */
  readonly lowerBound: number;
}

/** A request for some classes: of all their settings, or of these tokens, and then tried on `trial` first. */
interface Request {
  readonly tokens?: readonly number[];
  readonly targets: readonly Class[];
  readonly trial?: Class;
}

/** A request of some settings takes two: one for a single configuration, and after that one for the others. */
const costOf = ({ tokens }: Request): number => (tokens === undefined ? 1 : 2);

/** With fewer configurations, a request for each costs no more than a trial and the rest. */
const fewest = 4;

/** Components of at most this many classes are solved exactly, until the budget is spent. */
const exactLimit = 8;
const searchBudget = 64 * 2 ** exactLimit;

/**
 * Covers every need with few requests, without writing anything that an item does not allow. A class is written whole in
 * one request; or each of its needs is in a request of some settings, which carries one value of each to any number of
 * such classes. This is a set cover, so the minimum is found only for small components; elsewhere the result is close to it.
 */
export function cover<T>(all: readonly Need<T>[]): Cover<T> {
  const { classes, units } = classesOf(all);
  let spent = 0;
  const parts = components(classes).map((part) => {
    if (part.length > exactLimit || (spent += 2 ** part.length) > searchBudget)
      return { requests: approximate(part, units), lowerBound: distinct(part, units) };
    const requests = exact(part, units);
    return { requests, lowerBound: requests.reduce((sum, each) => sum + costOf(each), 0) };
  });
  const itemsOf = ({ members }: Class): readonly T[] => members.flatMap((at) => all[at]?.item ?? []);
  return {
    groups: parts.flatMap(({ requests }) =>
      requests.map(({ tokens, targets, trial }): Group<T> => {
        const items = targets.flatMap(itemsOf);
        const [first] = trial === undefined ? [] : itemsOf(trial);
        return tokens === undefined || first === undefined
          ? { items }
          : { items, units: tokens.flatMap((token) => units[token] ?? []), trial: first };
      }),
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

const whole = (each: Class): Request => ({ targets: [each] });

/**
 * The requests of these tokens, each for as many of the classes as it can be tried for: one of them holds, beside the
 * settings of the request, something at each level at which any of them does. None where a request for each
 * configuration costs no more.
 */
function tried(
  tokens: readonly number[],
  classes: readonly Class[],
  units: readonly (readonly string[])[],
): readonly Request[] {
  const carried = new Set(tokens.flatMap((token) => units[token] ?? []));
  const atRisk = new Map(
    classes.map((each) => {
      const levels = [...each.levels].flatMap(([unit, level]) => (carried.has(unit) ? [] : [level]));
      return [each, new Set(levels)] as const;
    }),
  );
  const found = new Map<string, Request>();
  for (const [trial, shown] of atRisk) {
    const key = [...shown].sort().join();
    if (found.has(key)) continue;
    const targets = classes.filter((each) => [...(atRisk.get(each) ?? [])].every((level) => shown.has(level)));
    if (membersIn(targets) >= fewest) found.set(key, { tokens, targets, trial });
  }
  return [...found.values()];
}

/**
 * Either a class is written whole, or each of its tokens goes to all classes that need it. The minimum of this form
 * is a smallest vertex cover between classes and tokens, in which a token costs as much as two classes.
 */
function approximate(classes: readonly Class[], units: readonly (readonly string[])[]): readonly Request[] {
  const needing = groupBy(
    classes.flatMap((each) => Array.from(each.needs, (token) => ({ token, each }))),
    ({ token }) => token,
  );
  const tokens = [...needing.keys()];
  const position = new Map(tokens.map((token, at) => [token, at]));
  // each token twice, as it costs two requests: a smallest cover has both or none
  const edges = classes.map(({ needs, allows }) =>
    [...needs].flatMap((token) => {
      const at = position.get(token) ?? -1;
      return allows.has(token) ? [2 * at, 2 * at + 1] : [];
    }),
  );
  const { left, right } = smallestCover(edges);
  const wholes = new Set([
    ...left.flatMap((at) => classes[at] ?? []),
    ...classes.filter(({ needs, allows }) => [...needs].some((token) => !allows.has(token))),
  ]);
  const shared = new Map<number, Request>();
  // a class that one of its requests cannot have is written whole, and so missing from the others
  for (let open = [...new Set(right.map((at) => at >> 1))]; open.length > 0;) {
    const size = wholes.size;
    for (const at of open) {
      const token = tokens[at] ?? -1;
      const targets = (needing.get(token) ?? []).map(({ each }) => each).filter((each) => !wholes.has(each));
      const [best] = tried([token], targets, units).toSorted((one, other) => other.targets.length - one.targets.length);
      for (const each of targets) if (best?.targets.includes(each) !== true) wholes.add(each);
      if (best === undefined) shared.delete(at);
      else shared.set(at, best);
    }
    open = wholes.size === size ? [] : [...shared.keys()];
  }
  return [...[...wholes].map(whole), ...shared.values()];
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

/** A request carries one value per setting, so there are at least as many as a setting has values. */
function distinct(classes: readonly Class[], units: readonly (readonly string[])[]): number {
  const tokens = new Set(classes.flatMap(({ needs }) => [...needs]));
  const values = groupBy(
    [...tokens].flatMap((token) => units[token] ?? []),
    (unit) => unit,
  );
  return Math.max(0, ...[...values.values()].map(({ length }) => length));
}

/** The cheapest requests for a few classes, by trying each set of them that may share requests; the others are whole. */
function exact(classes: readonly Class[], units: readonly (readonly string[])[]): readonly Request[] {
  let best: readonly Request[] = classes.map(whole);
  let cost = best.length;
  for (let set = 2 ** classes.length - 1; set > 0; set -= 1) {
    const isShared = (at: number): boolean => ((set >> at) & 1) === 1;
    const shared = classes.filter((_, at) => isShared(at));
    const wholes = classes.filter((_, at) => !isShared(at));
    const found = fewestShared(shared, units, Math.ceil((cost - wholes.length) / 2));
    if (found === undefined) continue;
    best = [...wholes.map(whole), ...found];
    cost = wholes.length + 2 * found.length;
  }
  return best;
}

/** A request and the needs that it meets, one bit for each need of each class. */
interface Candidate {
  readonly request: Request;
  readonly meets: bigint;
}

/** Fewer than `limit` requests of some settings that meet all needs of these classes, by branch and bound. */
function fewestShared(
  classes: readonly Class[],
  units: readonly (readonly string[])[],
  limit: number,
): readonly Request[] | undefined {
  if (limit <= 1 || membersIn(classes) < fewest) return undefined;
  const isServed = (token: number): boolean => membersIn(classes.filter(({ allows }) => allows.has(token))) >= fewest;
  if (!classes.every(({ needs, allows }) => [...needs].every((token) => allows.has(token) && isServed(token))))
    return undefined;
  const bits = new Map(
    classes.flatMap((each) => [...each.needs].map((token) => [each, token] as const)).map((need, at) => [need, at]),
  );
  const bitOf = new Map<Class, Map<number, bigint>>(classes.map((each) => [each, new Map()]));
  for (const [[owner, token], at] of bits) bitOf.get(owner)?.set(token, 1n << BigInt(at));
  const meetsOf = ({ tokens = [], targets }: Request): bigint =>
    targets.reduce((sum, each) => tokens.reduce((rest, token) => rest | (bitOf.get(each)?.get(token) ?? 0n), sum), 0n);
  const candidates = undominated(worthwhile(classes, units).map((request) => ({ request, meets: meetsOf(request) })));
  const needs = [...bits.values()].map((at) => {
    const bit = 1n << BigInt(at);
    return { bit, by: candidates.filter(({ meets }) => (meets & bit) !== 0n) };
  });

  let best: readonly Request[] | undefined;
  let most = limit;
  const search = (open: bigint, taken: readonly Request[]): void => {
    if (open === 0n) {
      if (taken.length < most) [best, most] = [taken, taken.length];
      return;
    }
    if (taken.length + 1 >= most) return;
    // branching on the need with the fewest candidate requests leaves the fewest branches
    const hardest = needs
      .filter(({ bit }) => (open & bit) !== 0n)
      .reduce((a, b) => (b.by.length < a.by.length ? b : a));
    for (const { request, meets } of hardest.by) search(open & ~meets, [...taken, request]);
  };
  search((1n << BigInt(bits.size)) - 1n, []);
  return best;
}

const membersIn = (classes: readonly Class[]): number => classes.reduce((sum, { members }) => sum + members.length, 0);

/** A request is worth considering only if it carries everything that some set of classes allows in common. */
function worthwhile(classes: readonly Class[], units: readonly (readonly string[])[]): readonly Request[] {
  const found = new Map<string, readonly Request[]>();
  for (let mask = 1; mask < 1 << classes.length; mask += 1) {
    const some = classes.filter((_, at) => (mask & (1 << at)) !== 0);
    const tokens = [...(some[0]?.allows ?? [])].filter(
      (token) => some.every(({ allows }) => allows.has(token)) && some.some(({ needs }) => needs.has(token)),
    );
    const key = tokens.join();
    if (tokens.length === 0 || found.has(key)) continue;
    const targets = classes.filter(
      ({ allows, needs }) => tokens.every((each) => allows.has(each)) && tokens.some((each) => needs.has(each)),
    );
    found.set(key, tried(tokens, targets, units));
  }
  return [...found.values()].flat();
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

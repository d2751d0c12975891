import { type Class, type Request, whole } from "./classes";

/** A request and the needs that it meets, one bit for each need of each class. */
interface Candidate {
  readonly request: Request;
  readonly meets: bigint;
}

/** The fewest requests for a few classes, by branch and bound. */
export function exact(classes: readonly Class[]): readonly Request[] {
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

import type { Need } from "../src/reconcile/plan/set-cover/classes";
import type { Plan } from "../src/reconcile/plan/plan";
import { needOf } from "../src/reconcile/plan/compile";

const most = 6;

/** One request: its settings, by unit, and its configurations, as bits. */
type Candidate = readonly bigint[];

/**
 * The minimum number of requests that update the configurations of a plan, by exhaustive search. Undefined for more
 * than a few configurations, and for plans that do anything else.
 */
export function fewest({ configurations, moves, deletions }: Plan): number | undefined {
  const changed = configurations.filter(({ action }) => action !== "no-op");
  if (changed.length > most || moves.length + deletions.length > 0) return undefined;
  if (!changed.every(({ action }) => action === "update")) return undefined;
  const needs = changed.map(needOf);
  const all = pairsOf(needs);
  const everything = bitsOf(needs.flatMap((need, at) => [...need.needs].map((pair) => all.get(key(at, pair)) ?? 0)));
  const candidates = candidatesOf(needs, all);
  for (let count = 0; ; count += 1) if (reaches(everything, candidates, count)) return count;
}

const key = (at: number, pair: readonly [string, string]): string => JSON.stringify([at, ...pair]);
const bitsOf = (places: readonly number[]): bigint => places.reduce((bits, place) => bits | (1n << BigInt(place)), 0n);

/** An index for each value that some configuration needs. */
const pairsOf = (needs: readonly Need<unknown>[]): ReadonlyMap<string, number> =>
  new Map(
    needs.flatMap((need, at) => [...need.needs].map((pair) => key(at, pair))).map((each, place) => [each, place]),
  );

/** For each set of configurations, the most that one request can write to all of them. */
function candidatesOf(needs: readonly Need<unknown>[], all: ReadonlyMap<string, number>): Candidate {
  const sets = Array.from({ length: 2 ** needs.length - 1 }, (_, at) => at + 1);
  return sets.map((set) => {
    const members = needs.flatMap((need, at) => (((set >> at) & 1) === 1 ? [{ need, at }] : []));
    const said = members.flatMap(({ need, at }) =>
      [...need.needs].flatMap((pair) =>
        members.every(({ need: { allows } }) => allows.get(pair[0]) === pair[1]) ? [all.get(key(at, pair)) ?? 0] : [],
      ),
    );
    return bitsOf(said);
  });
}

const reaches = (open: bigint, candidates: Candidate, count: number): boolean =>
  open === 0n ||
  (count > 0 && candidates.some((each) => (each & open) !== 0n && reaches(open & ~each, candidates, count - 1)));

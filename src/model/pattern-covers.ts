import { type LikePattern, parseLike } from "./sql-like";

/** The most steps of one comparison. */
const mostSteps = 10_000;

/**
 * Whether every name that matches `narrow` matches `wide`, both SQL LIKE. Walks both patterns together over the
 * characters that they name and one that neither names; false where that would take too long to decide.
 *
 * @throws LikePatternError when a pattern ends in a single backslash
 */
export function patternCovers(wide: string, narrow: string): boolean {
  const [outer, inner] = [parseLike(wide), parseLike(narrow)];
  const alphabet = new Set<string | undefined>([undefined]); // undefined: any character that no pattern names
  for (const { character } of [...outer.tokens, ...inner.tokens]) if (character !== null) alphabet.add(character);

  const start: Pair = { inner: 0, outer: [0] };
  const seen = new Set([keyOf(start)]);
  const waiting = [start];
  for (let steps = 0; ; steps += 1) {
    const pair = waiting.pop();
    if (pair === undefined) return true;
    if (steps === mostSteps) return false;
    if (pair.inner === inner.tokens.length && !pair.outer.includes(outer.tokens.length)) return false;
    for (const character of alphabet) {
      const next = advance(outer, pair.outer, character);
      for (const state of advance(inner, [pair.inner], character)) {
        const found: Pair = { inner: state, outer: next };
        const key = keyOf(found);
        if (seen.has(key)) continue;
        seen.add(key);
        waiting.push(found);
      }
    }
  }
}

/** How many tokens of the narrow pattern have matched, and all that may have matched of the wide one. */
interface Pair {
  readonly inner: number;
  readonly outer: readonly number[];
}

const keyOf = ({ inner, outer }: Pair): string => `${String(inner)}:${outer.join(",")}`;

/** Where a pattern may be after one more character, in ascending order. */
function advance({ tokens, endsInAny }: LikePattern, states: readonly number[], character: string | undefined): number[] {
  const next = new Set<number>();
  for (const state of states) {
    const token = tokens[state];
    if (token === undefined ? endsInAny : token.afterAny) next.add(state);
    if (token !== undefined && (token.character === null || token.character === character)) next.add(state + 1);
  }
  return [...next].sort((left, right) => left - right);
}

import { advance, parseLike } from "./sql-like";

/** What is left of a pattern after the first characters of a name. */
export interface LikeState {
  /** Different in each state of one pattern. */
  readonly index: number;
  /** The characters so far are a name that matches. */
  readonly accepts: boolean;
  /** Every name that begins so matches. */
  readonly acceptsAll: boolean;
  /** A dead state: no continuation matches. */
  readonly isDead: boolean;
  /** The fewest characters to a name that matches. */
  readonly remaining: number;
  /** The characters that lead to another state than characters that the pattern does not name. */
  readonly expected: readonly string[];
  next(character: string): LikeState;
}

/**
 * An SQL LIKE pattern as a deterministic automaton, whose states are made when they are first reached. A state is a set of
 * positions in the pattern.
 *
 * @throws LikePatternError when the pattern ends in a single backslash
 */
export function likeAutomaton(pattern: string): LikeState {
  const parsed = parseLike(pattern);
  const { tokens, endsInAny } = parsed;
  const isNamed = new Set(tokens.map(({ character }) => character));
  const states = new Map<string, LikeState>();
  const stateAt = (positions: readonly number[]): LikeState => {
    const key = positions.join();
    const known = states.get(key);
    if (known !== undefined) return known;
    const last = positions.at(-1) ?? 0;
    const steps = new Map<string | undefined, LikeState>();
    const made: LikeState = {
      index: states.size,
      accepts: last === tokens.length && positions.length > 0,
      acceptsAll: last === tokens.length && positions.length > 0 && endsInAny,
      isDead: positions.length === 0,
      remaining: positions.length === 0 ? Infinity : tokens.length - last,
      expected: [...new Set(positions.flatMap((at) => tokens[at]?.character ?? []))],
      next: (character) => {
        const step = isNamed.has(character) ? character : undefined;
        const found = steps.get(step) ?? stateAt(advance(parsed, positions, step));
        steps.set(step, found);
        return found;
      },
    };
    states.set(key, made);
    return made;
  };
  return stateAt([0]);
}

/** The pattern that matches this name alone. */
export const literalPattern = (name: string): string => name.replace(/[%_\\]/g, "\\$&");

/** The characters before the first `%` of a pattern, and those after the last one from the end; null for any one. */
export interface LikeEnds {
  readonly begin: readonly (string | null)[];
  readonly end: readonly (string | null)[];
}

export function likeEnds(pattern: string): LikeEnds {
  const { tokens, endsInAny } = parseLike(pattern);
  const characters = tokens.map(({ character }) => character);
  const first = tokens.findIndex(({ afterAny }) => afterAny);
  const last = tokens.findLastIndex(({ afterAny }) => afterAny);
  return {
    begin: first < 0 ? characters : characters.slice(0, first),
    end: endsInAny ? [] : characters.slice(Math.max(last, 0)).reverse(),
  };
}

/** Whether a name may match both patterns, as far as their ends tell. */
export const mayMeet = (one: LikeEnds, other: LikeEnds): boolean =>
  areAlike(one.begin, other.begin) && areAlike(one.end, other.end);

function areAlike(one: readonly (string | null)[], other: readonly (string | null)[]): boolean {
  for (let at = 0; at < one.length && at < other.length; at += 1)
    if (one[at] !== other[at] && one[at] !== null && other[at] !== null) return false;
  return true;
}

/** A name that matches, with this character wherever any may be. */
export function sampleOf(pattern: string, any: string): string {
  const { tokens, endsInAny } = parseLike(pattern);
  const text = tokens.map(({ character, afterAny }) => (afterAny ? any : "") + (character ?? any)).join("");
  return endsInAny ? `${text}${any}` : text;
}

import { normalForm } from "./normal-form";

/** A pattern that SQL itself would refuse. */
export class LikePatternError extends Error {
  override readonly name = "LikePatternError";
}

export interface LikeToken {
  /** The character to match, or null for any one. */
  readonly character: string | null;
  /** Preceded by `%`: any text may come first. */
  readonly afterAny: boolean;
}

export interface LikePattern {
  readonly tokens: readonly LikeToken[];
  readonly endsInAny: boolean;
}

/** @throws LikePatternError when the pattern ends in a single backslash */
export function parseLike(pattern: string): LikePattern {
  const tokens: LikeToken[] = [];
  const characters = Array.from(pattern);
  let afterAny = false;
  for (let at = 0; at < characters.length; at += 1) {
    let character = characters[at] ?? "";
    if (character === "%") {
      afterAny = true;
      continue;
    }
    const escaped = character === "\\";
    if (escaped) {
      at += 1;
      const next = characters[at];
      if (next === undefined) throw new LikePatternError("a pattern cannot end in a single backslash");
      character = next;
    }
    tokens.push({ character: character === "_" && !escaped ? null : character, afterAny });
    afterAny = false;
  }
  return { tokens, endsInAny: afterAny };
}

/** The common prefix of all names that match: the pattern's text up to the first `%` or `_`. */
export function prefixOf(pattern: string): string {
  const characters = Array.from(pattern);
  let prefix = "";
  for (let at = 0; at < characters.length; at += 1) {
    if (characters[at] === "%" || characters[at] === "_") break;
    if (characters[at] === "\\") at += 1;
    prefix += characters[at] ?? "";
  }
  return prefix;
}

const setBit = (words: Uint32Array, bit: number): void => {
  words[bit >>> 5] = ((words[bit >>> 5] ?? 0) | (1 << (bit & 31))) >>> 0;
};

/**
 * Compiles an SQL LIKE pattern: `%` is any characters or none, `_` any one character, a backslash
 * takes the next character as it is. Case matters, and the whole name must match. Both are taken in their normal form.
 *
 * Bit i of the state says "the first i tokens have matched". All alternatives advance together, 32
 * in one operation, so the time is `name.length * ceil(pattern.length / 32)` for every pattern:
 * there is nothing to backtrack into.
 *
 * @throws LikePatternError when the pattern ends in a single backslash
 */
export function like(pattern: string): (name: string) => boolean {
  const matches = matching(normalForm(pattern));
  return (name) => matches(normalForm(name));
}

function matching(pattern: string): (name: string) => boolean {
  const { tokens, endsInAny } = parseLike(pattern);
  const prefix = prefixOf(pattern);
  const plain = tokens.every((token) => !token.afterAny && token.character !== null);
  // most patterns are a text and a `%`; half a character at its end would match half of one in the name
  if (plain && endsInAny && !/[\uD800-\uDBFF]$/.test(prefix)) return (name) => name.startsWith(prefix);
  const words = (tokens.length >>> 5) + 1;
  const stay = new Uint32Array(words); // states in which any character may be passed over
  const anyCharacter = new Uint32Array(words);
  const accepts = new Map<string, Uint32Array>();
  for (const [at, token] of tokens.entries()) {
    if (token.afterAny) setBit(stay, at);
    if (token.character === null) setBit(anyCharacter, at);
  }
  if (endsInAny) setBit(stay, tokens.length);
  for (const [at, token] of tokens.entries()) {
    if (token.character === null) continue;
    const mask = accepts.get(token.character) ?? anyCharacter.slice();
    setBit(mask, at);
    accepts.set(token.character, mask);
  }

  return (name) => {
    if (!name.startsWith(prefix)) return false;
    let state = new Uint32Array(words);
    let next = new Uint32Array(words);
    state[0] = 1;
    for (const character of name) {
      const mask = accepts.get(character) ?? anyCharacter;
      let carry = 0;
      for (let word = 0; word < words; word += 1) {
        const before = state[word] ?? 0;
        const advanced = (before & (mask[word] ?? 0)) >>> 0;
        next[word] = ((advanced << 1) | carry | (before & (stay[word] ?? 0))) >>> 0;
        carry = advanced >>> 31;
      }
      [state, next] = [next, state];
    }
    return (((state[tokens.length >>> 5] ?? 0) >>> (tokens.length & 31)) & 1) === 1;
  };
}

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

/**
 * Where a pattern may be after one more character, in ascending order, when it may be at these positions now. Positions
 * before the last `%` that has been passed are left out: whatever matches from there passes that `%` too, and it takes any
 * text.
 *
 * @param character undefined for one that the pattern does not name
 */
export function advance(
  { tokens, endsInAny }: LikePattern,
  positions: readonly number[],
  character: string | undefined,
): readonly number[] {
  const staysAt = (at: number): boolean => tokens[at]?.afterAny ?? endsInAny;
  const next = new Set<number>();
  for (const at of positions) {
    const token = tokens[at];
    if (staysAt(at)) next.add(at);
    if (token !== undefined && (token.character === null || token.character === character)) next.add(at + 1);
  }
  const sorted = [...next].sort((left, right) => left - right);
  const from = sorted.findLastIndex(staysAt);
  return from <= 0 ? sorted : sorted.slice(from);
}

/**
 * A pattern with the wildcards of file patterns, `*` and `?`, as SQL LIKE writes it: `%` and `_`. Undefined where the
 * pattern has none. After a backslash they are literal.
 */
export function withSqlWildcards(pattern: string): string | undefined {
  const written = pattern.replace(/\\[^]|\.?\*+|\?/g, (found) => {
    if (found.startsWith("\\")) return found;
    return found === "?" ? "_" : "%";
  });
  return written === pattern ? undefined : written;
}

/** A pattern in which each `_` is an underscore, and no longer any character. */
export const withLiteralUnderscores = (pattern: string): string =>
  pattern.replace(/\\[^]|_/g, (found) => (found === "_" ? "\\_" : found));

import { escapedPattern, nameCost, type Named, patternCost, type PrefixRules, prefixRules } from "./prefix-rules";

export interface EarlyRule {
  readonly pattern: string;
  readonly class: number;
}

export interface Layers {
  readonly early: readonly EarlyRule[];
  readonly direction: Direction;
  readonly rest: PrefixRules;
  readonly exceptions: readonly Named[];
  readonly cost: number;
}

/** The search ends after this many patterns that saved nothing, or once this many are added. */
const [patience, most] = [6, 30];

/** The shorter of two ways: prefixes after early suffixes, or suffixes after early prefixes. */
export function layers(named: readonly Named[], allowAll: boolean): Layers {
  const [first, second] = [forwards, backwards].map((direction) => plain(named, direction, allowAll)) as [
    Layers,
    Layers,
  ];
  const [better, other] = first.cost <= second.cost ? [first, second] : [second, first];
  const improved = withEarly(named, better, other.direction, allowAll);
  // where one direction is far better, the other can hardly overtake it
  if (other.cost > 2 * better.cost) return improved;
  const alternative = withEarly(named, other, better.direction, allowAll);
  return alternative.cost < improved.cost ? alternative : improved;
}

function plain(named: readonly Named[], direction: Direction, allowAll: boolean): Layers {
  const keyed = named.map(({ name, class: target }) => ({ name: direction.key(name), class: target }));
  const rest = prefixRules(keyed, allowAll);
  return { early: [], direction, rest, exceptions: [], cost: rest.cost };
}

function withEarly(all: readonly Named[], start: Layers, across: Direction, allowAll: boolean): Layers {
  let best = start;
  let remaining = all;
  const failed = new Set<string>();
  while (failed.size < patience && best.early.length < most) {
    const found = mostPromising(remaining, best, across, failed);
    if (found === undefined) break;
    const { prefix, pattern, class: target } = found;
    const matches = ({ name }: Named): boolean => across.key(name).startsWith(prefix);
    const wrong = remaining.filter((each) => each.class !== target && matches(each));
    const left = remaining.filter((each) => !matches(each));
    const rest = plain(left, best.direction, allowAll).rest;
    const exceptions = [...best.exceptions, ...wrong];
    const early = [...best.early, { pattern, class: target }];
    const cost =
      rest.cost +
      sum(exceptions.map(({ name }) => nameCost(name))) +
      sum(early.map((each) => patternCost(each.pattern)));
    if (cost < best.cost) [best, remaining] = [{ early, direction: best.direction, rest, exceptions, cost }, left];
    else failed.add(`${String(target)} ${pattern}`);
  }
  return best;
}

interface Candidate {
  readonly prefix: string;
  readonly pattern: string;
  readonly class: number;
}

/** The pattern whose names cost most now, less what it would cost itself. */
function mostPromising(
  remaining: readonly Named[],
  { rest, direction }: Layers,
  across: Direction,
  failed: ReadonlySet<string>,
): Candidate | undefined {
  const shares = sharesOf(rest);
  const byPrefix = new Map<
    string,
    { total: number; readonly shares: Map<number, number>; readonly own: Map<number, number> }
  >();
  for (const { name, class: target } of remaining) {
    const share = shares.get(direction.key(name)) ?? 0;
    for (const prefix of wordPrefixes(across.key(name))) {
      const entry = byPrefix.get(prefix) ?? {
        total: 0,
        shares: new Map<number, number>(),
        own: new Map<number, number>(),
      };
      byPrefix.set(prefix, entry);
      entry.total += nameCost(name);
      entry.own.set(target, (entry.own.get(target) ?? 0) + nameCost(name));
      entry.shares.set(target, (entry.shares.get(target) ?? 0) + share);
    }
  }
  let best: (Candidate & { readonly gain: number }) | undefined;
  for (const [prefix, entry] of byPrefix)
    for (const [target, share] of entry.shares) {
      const pattern = across.pattern(prefix);
      const gain = share - (entry.total - (entry.own.get(target) ?? 0)) - patternCost(pattern);
      if (gain > (best?.gain ?? 0) && !failed.has(`${String(target)} ${pattern}`))
        best = { prefix, pattern, class: target, gain };
    }
  return best;
}

/** What each name costs: its own place in a list, or its part of the rule that decides it. */
function sharesOf({ rules, exceptions }: PrefixRules): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const { decided, cost } of rules) for (const { name } of decided) shares.set(name, cost / decided.length);
  for (const { name } of exceptions) shares.set(name, nameCost(name));
  return shares;
}

/** Up to the ends of the first three words, but not the whole. */
function wordPrefixes(key: string): readonly string[] {
  const found: string[] = [];
  for (let at = 1; at < key.length && found.length < 3; at += 1)
    if (/[-_./ ]/.test(key.charAt(at - 1))) found.push(key.slice(0, at));
  return found;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Patterns are prefixes, or suffixes, which are prefixes of the reversed name. */
export interface Direction {
  readonly key: (name: string) => string;
  readonly pattern: (prefix: string) => string;
}

const reversed = (text: string): string => Array.from(text).reverse().join("");

export const forwards: Direction = { key: (name) => name, pattern: (prefix) => `${escapedPattern(prefix)}%` };

export const backwards: Direction = {
  key: reversed,
  pattern: (prefix) => `%${escapedPattern(reversed(prefix))}`,
};

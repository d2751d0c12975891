import { remembered } from "../../model/group-by";
import {
  likeAutomaton,
  type LikeEnds,
  likeEnds,
  type LikeState,
  literalPattern,
  mayMeet,
} from "../../model/like-automaton";
import { like } from "../../model/sql-like";
import { decide, type Decision, type FutureRule, type RuleList } from "./rule-list";

/** What a name must match, and what both lists of rules must do with it. */
export interface Sought {
  readonly required: readonly string[];
  readonly before: Wanted;
  readonly after: Wanted;
}

/** What one list must do with a name: assign by this rule, or nothing; or whether two of its blocks assign. */
export type Wanted = FutureRule | "none" | "twice" | "not-twice";

/** `undecided`: the search was given up. */
export type Found = { readonly name: string } | "nothing" | "undecided";

/** Walks of both lists and names, which several searches share. */
export interface Ground {
  readonly before: RuleList;
  readonly after: RuleList;
  /** A character in no pattern and no live name: it represents all of those. */
  readonly other: string;
  readonly liveNames: ReadonlySet<string>;
  readonly patterns: Patterns;
  /** Steps that may still be made; shared, so that all searches together end in time. */
  readonly budget: { left: number };
}

/** The steps of one search. One is one pattern advanced by one character. */
const stepsOfOne = 400_000;

/** Automata and ends of patterns, each made once. */
export class Patterns {
  readonly #starts = new Map<string, LikeState>();
  readonly #ends = new Map<string, LikeEnds>();
  readonly #matchers = new Map<string, (name: string) => boolean>();

  start(pattern: string): LikeState {
    return remembered(this.#starts, pattern, likeAutomaton);
  }

  ends(pattern: string): LikeEnds {
    return remembered(this.#ends, pattern, likeEnds);
  }

  matches(pattern: string, name: string): boolean {
    return remembered(this.#matchers, pattern, like)(name);
  }
}

/**
 * A name that no live repository has and with which both lists do what is wanted. Complete: all patterns that could
 * match advance together over the characters that they name and one that none of them names, and each state is entered
 * once. Names that match the required patterns soonest are tried first.
 */
export function findName(ground: Ground, sought: Sought): Found {
  if (ground.budget.left < 0) return "undecided";
  const found = search(ground, sought, []);
  if (typeof found === "string" || !ground.liveNames.has(found.name)) return found;
  // the same states may be reached by another name
  const taken = [...ground.liveNames].filter((name) =>
    sought.required.every((pattern) => ground.patterns.matches(pattern, name)),
  );
  return search(ground, sought, taken.map(literalPattern));
}

interface Node {
  readonly name: string;
  /** By the index of the pattern; dead ones are left out. */
  readonly states: ReadonlyMap<number, LikeState>;
}

function search(ground: Ground, { required, before, after }: Sought, taken: readonly string[]): Found {
  const { patterns, other, budget } = ground;
  const ends = required.map((pattern) => patterns.ends(pattern));
  const [first, second] = [before, after].map((wanted, at) =>
    relevant(at === 0 ? ground.before : ground.after, wanted, (pattern) =>
      ends.every((each) => mayMeet(each, patterns.ends(pattern))),
    ),
  );
  if (first === undefined || second === undefined) return "nothing";
  const tracked = [...new Set([...required, ...selectorsIn(first), ...selectorsIn(second), ...taken])];
  const indices = new Map(tracked.map((pattern, index) => [pattern, index]));
  const stateIn = ({ states }: Node, pattern: string): LikeState | undefined => states.get(indices.get(pattern) ?? -1);
  const remaining = (node: Node): number =>
    Math.max(0, ...required.map((pattern) => stateIn(node, pattern)?.remaining ?? Infinity));
  const isHopeless = (node: Node): boolean =>
    cannotBe(first, before, (pattern) => stateIn(node, pattern)) ||
    cannotBe(second, after, (pattern) => stateIn(node, pattern));
  const isFound = (node: Node): boolean => {
    const matches = (pattern: string): boolean => stateIn(node, pattern)?.accepts === true;
    return (
      required.every(matches) &&
      fits(before, decide(first, matches)) &&
      fits(after, decide(second, matches)) &&
      !taken.some(matches)
    );
  };

  let left = stepsOfOne;
  const seen = new Set<string>();
  /** By the number of characters that are left to match what is required. */
  const waiting: Node[][] = [];
  const enter = (node: Node): void => {
    const distance = remaining(node);
    if (distance === Infinity || isHopeless(node)) return;
    const key = [...node.states].map(([index, state]) => `${String(index)}:${String(state.index)}`).join();
    if (seen.has(key)) return;
    seen.add(key);
    (waiting[distance] ??= []).push(node);
  };
  enter({ name: "", states: new Map(tracked.map((pattern, index) => [index, patterns.start(pattern)])) });
  for (;;) {
    const node = takeFrom(waiting);
    if (node === undefined) return "nothing";
    if (node.name !== "" && isFound(node)) return { name: node.name };
    for (const character of charactersAfter(node, other)) {
      left -= node.states.size;
      budget.left -= node.states.size;
      if (left < 0 || budget.left < 0) return "undecided";
      const states = new Map<number, LikeState>();
      for (const [index, state] of node.states) {
        const next = state.next(character);
        if (!next.isDead) states.set(index, next);
      }
      enter({ name: node.name + character, states });
    }
  }
}

/** The oldest of those nearest to the end. */
function takeFrom(waiting: readonly (Node[] | undefined)[]): Node | undefined {
  for (const nodes of waiting) {
    const node = nodes?.shift();
    if (node !== undefined) return node;
  }
  return undefined;
}

const charactersAfter = ({ states }: Node, other: string): ReadonlySet<string> => {
  const found = new Set([other]);
  for (const state of states.values()) for (const each of state.expected) found.add(each);
  return found;
};

const selectorsIn = ({ blocks }: RuleList): readonly string[] =>
  blocks.flatMap((rules) => rules.flatMap(({ selectors }) => selectors.map(({ pattern }) => pattern)));

/** The list without what can match none of the names. Rules after the wanted one of its block do not matter. */
const relevant = (list: RuleList, wanted: Wanted, mayMatch: (pattern: string) => boolean): RuleList => ({
  blocks: list.blocks.map((rules) => {
    const found: FutureRule[] = [];
    for (const each of rules) {
      const selectors = each.selectors.filter(({ pattern }) => mayMatch(pattern));
      if (selectors.length > 0) found.push(selectors.length === each.selectors.length ? each : { ...each, selectors });
      if (isSame(each, wanted)) break;
    }
    return found;
  }),
});

const isSame = (rule: FutureRule, wanted: Wanted): boolean =>
  typeof wanted !== "string" && rule.assignments === wanted.assignments && rule.rule === wanted.rule;

export const fits = (wanted: Wanted, decision: Decision): boolean => {
  if (wanted === "none") return decision.is === "none";
  if (wanted === "twice") return decision.is === "claimed-twice";
  if (wanted === "not-twice") return decision.is !== "claimed-twice";
  return decision.is === "assigned" && isSame(decision.by, wanted);
};

/** Whatever follows, the list does something else. */
function cannotBe(list: RuleList, wanted: Wanted, stateOf: (pattern: string) => LikeState | undefined): boolean {
  if (wanted === "twice" || wanted === "not-twice") return false;
  return list.blocks.some((rules) => {
    const isOwn = rules.some((each) => isSame(each, wanted));
    for (const each of rules) {
      const states = each.selectors.flatMap(({ pattern }) => stateOf(pattern) ?? []);
      if (isOwn && isSame(each, wanted)) return states.length === 0;
      if (states.some(({ acceptsAll }) => acceptsAll)) return isOwn || each.target !== undefined;
      if (states.length > 0 && !isOwn) return false; // another name may still be for this rule
    }
    return false;
  });
}

import { isDeepStrictEqual } from "node:util";
import type { ComparedLeaf } from "../model/compare-settings";
import { clause, type PolicyTitles, predicateOf, predicateOfAll, subjectOf, wordsOf } from "../model/leaf-sentence";
import { type LeafVerdict, leafVerdicts } from "../model/leaf-verdict";
import { type AccountDocument, leavesIn } from "./document";

/** One setting that changes in one direction, over all configurations and repositories of an account. */
export interface ChangedSetting {
  readonly verdict: LeafVerdict;
  /** The first of the changes: all have its path. */
  readonly change: ComparedLeaf;
  /** All changes have the same value before, or after. */
  readonly isAlike: { readonly before: boolean; readonly after: boolean };
  /** The predicates, first of most repositories; empty where there are none. */
  readonly words: readonly string[];
  /** How many repositories it changes for. */
  readonly repositories: number;
  /** How many configurations they have afterwards, or lose. */
  readonly configurations: number;
  /** Where it is written, first for most repositories: the calls that set it, or else the constructs or rules. */
  readonly places: readonly string[];
  /** The effects that it is part of, as indices. */
  readonly effects: readonly number[];
}

/**
 * What a change is about, what matters most first: the configuration as a whole, whether something runs at all (an entry
 * that comes or goes, `enabled`), whether it blocks, anything else.
 */
const subjects = [/^configuration$/, /(?:\]|\benabled)$/, /\bblocking$/] as const;

const subjectRank = ({ path }: ComparedLeaf): number => {
  const at = subjects.findIndex((each) => each.test(path));
  return at === -1 ? subjects.length : at;
};

/**
 * What changes, each once: the weakest first; of what gets weaker what matters most, however few repositories it
 * concerns, so that nothing pushes it down the list; then what concerns most repositories. Summed up from the effects.
 */
export function whatChanges(plan: WhatChanges): readonly ChangedSetting[] {
  const found = new Map<string, Sum>();
  const placesOf = placesIn(plan);
  for (const [at, effect] of plan.effects.entries()) {
    const configuration = sideKey(effect);
    for (const change of leavesIn(effect)) {
      const key = `${change.verdict} ${change.path}`;
      const sum = found.get(key) ?? newSum(change);
      found.set(key, sum);
      const many = effect.repositories.length;
      sum.repositories += many;
      if (sum.effects.at(-1) !== at) sum.effects.push(at);
      sum.configurations.add(configuration);
      sum.before &&= isDeepStrictEqual(change.before, sum.change.before);
      sum.after &&= isDeepStrictEqual(change.after, sum.change.after);
      const said = predicateOf(change);
      if (said !== undefined) raise(sum.words, said, many);
      for (const [place, times] of placesOf(effect, change)) raise(sum.places, place, times);
    }
  }
  return [...found.values()]
    .map((sum): ChangedSetting => ({
      verdict: sum.change.verdict,
      change: sum.change,
      isAlike: { before: sum.before, after: sum.after },
      words: mostFirst(sum.words),
      repositories: sum.repositories,
      configurations: sum.configurations.size,
      places: mostFirst(sum.places),
      effects: sum.effects,
    }))
    .sort(
      (one, other) =>
        leafVerdicts.indexOf(one.verdict) - leafVerdicts.indexOf(other.verdict) ||
        (one.verdict === "weaker" ? subjectRank(one.change) - subjectRank(other.change) : 0) ||
        other.repositories - one.repositories,
    );
}

type WhatChanges = Pick<AccountDocument, "effects" | "changes" | "rules" | "after">;
type Effect = AccountDocument["effects"][number];
type Change = AccountDocument["changes"][number];

interface Sum {
  readonly change: ComparedLeaf;
  readonly configurations: Set<string>;
  readonly words: Map<string, number>;
  readonly places: Map<string, number>;
  readonly effects: number[];
  repositories: number;
  before: boolean;
  after: boolean;
}

const newSum = (change: ComparedLeaf): Sum => ({
  change,
  configurations: new Set(),
  words: new Map(),
  places: new Map(),
  effects: [],
  repositories: 0,
  before: true,
  after: true,
});

function raise(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

const mostFirst = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].sort(([, one], [, other]) => other - one).map(([key]) => key);

const sideKey = ({ from, to }: Effect): string => to?.id ?? to?.address ?? from?.id ?? "";

/**
 * Where a change of an effect is written, with the number of repositories.
 *
 * | what brings it about                            | the place                                                    |
 * |-------------------------------------------------|--------------------------------------------------------------|
 * | the configuration is new, or its setting changes | the call that set it, else the construct of the configuration |
 * | repositories move to settings that stay          | their rules                                                  |
 * | a deletion                                      | none: it is not declared                                     |
 */
function placesIn({ changes, rules, after: { configurations, repositories } }: WhatChanges) {
  const places = new Map(configurations.map(({ address, location }) => [address, location]));
  if (rules.every(({ location }) => location === undefined) && [...places.values()].every((each) => each === undefined))
    return () => [];
  const byAddress = new Map<string | null, Change>(changes.map((each) => [each.address, each]));
  const changed = new Map<Change, ReadonlyMap<string, string | undefined>>();
  const leavesOf = (each: Change): ReadonlyMap<string, string | undefined> => {
    const known = changed.get(each) ?? new Map(each.changes.map(({ path, location }) => [path, location]));
    changed.set(each, known);
    return known;
  };
  let ruleOf: ReadonlyMap<string, number | undefined> | undefined;
  const ruleTimes = (effect: Effect): ReadonlyMap<string, number> => {
    const found = new Map<string, number>();
    ruleOf ??= new Map(repositories.map(({ id, rule }) => [id, rule]));
    for (const { id } of effect.repositories) {
      const place = rules[ruleOf.get(id) ?? -1]?.location;
      if (place !== undefined) raise(found, place, 1);
    }
    return found;
  };
  const times = new Map<Effect, ReadonlyMap<string, number>>();
  return (effect: Effect, { path }: ComparedLeaf): Iterable<readonly [place: string, repositories: number]> => {
    const { from, to } = effect;
    if (to === null) return [];
    const change = byAddress.get(to.address);
    const isMove = from?.id !== to.id;
    const isSet = change !== undefined && (change.action === "create" || leavesOf(change).has(path));
    if (isMove && !isSet) {
      const known = times.get(effect) ?? ruleTimes(effect);
      times.set(effect, known);
      return known;
    }
    const place = (change && leavesOf(change).get(path)) ?? places.get(to.address);
    return place === undefined ? [] : [[place, effect.repositories.length]];
  };
}

/** The sentence about a setting that changes: `xss: off or no longer set (was on)`. */
export const sentenceOfAll = ({ change, words }: ChangedSetting, titles: PolicyTitles): string =>
  words.length > 0 ? clause(subjectOf(change, titles), predicateOfAll(change, words)) : wordsOf(change, titles);

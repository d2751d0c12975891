import { isDeepStrictEqual } from "node:util";
import { locationAt } from "../diagnostics/locations";
import type { LeafChange } from "../model/compare-settings";
import type { RepositoryId } from "../model/ids";
import { type PolicyTitles, subjectOf } from "../model/leaf-sentence";
import { type LeafVerdict, leafVerdicts } from "../model/leaf-verdict";
import type { ConfigurationChange, Move } from "../reconcile/plan/change";
import type { Effect } from "../reconcile/plan/effects";
import type { RuleMatch } from "../reconcile/plan/change";
import type { PlanReport } from "./renderer";

/** One setting that changes in one direction, over all configurations and repositories of an account. */
export interface ChangedSetting {
  readonly verdict: LeafVerdict;
  /** The first of the changes: all have its path. */
  readonly change: LeafChange;
  /** All changes have the same value before, or after. */
  readonly isAlike: { readonly before: boolean; readonly after: boolean };
  /** What is said of it, first of most repositories; empty where nothing is. */
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

const subjectRank = ({ path }: LeafChange): number => {
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
    for (const change of effect.changes) {
      const key = `${change.verdict} ${change.path}`;
      const sum = found.get(key) ?? newSum(change);
      found.set(key, sum);
      const many = effect.repositories.length;
      sum.repositories += many;
      if (sum.effects.at(-1) !== at) sum.effects.push(at);
      sum.configurations.add(configuration);
      sum.before &&= isDeepStrictEqual(change.before, sum.change.before);
      sum.after &&= isDeepStrictEqual(change.after, sum.change.after);
      if (change.words !== undefined) raise(sum.words, change.words, many);
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

type WhatChanges = Pick<PlanReport, "effects" | "configurations" | "moves" | "locations">;

interface Sum {
  readonly change: LeafChange;
  readonly configurations: Set<string>;
  readonly words: Map<string, number>;
  readonly places: Map<string, number>;
  readonly effects: number[];
  repositories: number;
  before: boolean;
  after: boolean;
}

const newSum = (change: LeafChange): Sum => ({
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

const sideKey = ({ from, to }: Effect): string => {
  const side = to ?? from;
  return side?.id ?? side?.address ?? "";
};

/**
 * Where a change of an effect is written, with the number of repositories.
 *
 * | what brings it about                            | the place                                                    |
 * |-------------------------------------------------|--------------------------------------------------------------|
 * | the configuration is new, or its setting changes | the call that set it, else the construct of the configuration |
 * | repositories move to settings that stay          | their rules                                                  |
 * | a deletion                                      | none: it is not declared                                     |
 */
function placesIn({ configurations, moves, locations = new Map() }: WhatChanges) {
  const byAddress = new Map<string, ConfigurationChange>(configurations.map((each) => [each.address, each]));
  const changed = new Map<ConfigurationChange, ReadonlySet<string>>();
  let byRepository: ReadonlyMap<RepositoryId, Move> | undefined;
  const sets = (each: ConfigurationChange, path: string): boolean => {
    if (each.live === undefined) return true;
    const paths = changed.get(each) ?? new Set(each.changes.map((change) => change.path));
    changed.set(each, paths);
    return paths.has(path);
  };
  const rules = new Map<Effect, ReadonlyMap<string, number>>();
  const ruleTimes = (effect: Effect): ReadonlyMap<string, number> => {
    const known = rules.get(effect);
    if (known !== undefined) return known;
    const found = new Map<string, number>();
    byRepository ??= new Map(moves.map((move) => [move.repository.id, move]));
    for (const { repository } of effect.repositories) {
      const move = byRepository.get(repository.id);
      const place = move === undefined ? undefined : locationAt(locations, move.assignments, rulePath(move.by));
      if (place !== undefined) raise(found, place, 1);
    }
    rules.set(effect, found);
    return found;
  };
  return (effect: Effect, change: LeafChange): Iterable<readonly [place: string, repositories: number]> => {
    const { from, to } = effect;
    if (locations.size === 0 || to === null) return [];
    const configuration = to.address === undefined ? undefined : byAddress.get(to.address);
    const isMove = from?.id !== to.id || to.id === undefined;
    if (isMove && (configuration === undefined || !sets(configuration, change.path))) return ruleTimes(effect);
    const place = to.address === undefined ? undefined : locationAt(locations, to.address, change.path);
    return place === undefined ? [] : [[place, effect.repositories.length]];
  };
}

const rulePath = ({ rule }: RuleMatch): string => (rule === undefined ? "" : `rules[${String(rule)}]`);

/** All that is said of a setting that changes, as a sentence: `xss no longer runs or is no longer declared to run`. */
export function sentenceOfAll({ change, words }: ChangedSetting, titles: PolicyTitles): string {
  if (words.length > 0) return `${subjectOf(change, titles)} ${alternatives(words)}`;
  const { key, field = "", path } = change;
  const name = key === undefined ? path : [subjectOf(change, titles), field].filter(Boolean).join(" ");
  return `${name} changes`;
}

/** `a, b or c` */
export const alternatives = (words: readonly string[]): string =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" or ");

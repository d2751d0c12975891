import { compareText } from "../../../model/fingerprint";
import { groupBy } from "../../../model/group-by";
import { validateRules } from "../../../model/validate";
import { normalForm } from "../../../model/normal-form";
import { like } from "../../../model/sql-like";
import { forwards, type Layers, layers } from "./layers";
import type { Named } from "./prefix-rules";

export interface RoutingOptions {
  /** Allows a rule `%` for all that is not named before it. Default: true. */
  readonly catchAll?: boolean;
  /**
   * The rules come before others, which decide about repositories without a target: none may match those, not even a
   * rule that leaves them. Default: false.
   */
  readonly before?: boolean;
  /** Whether a name can be written; where it cannot, the repositories of that name are selected by their ids. */
  readonly canName?: (name: string) => boolean;
  /** The order of configurations, for those rules where the order does not matter. */
  readonly order?: (target: string) => string;
}

/**
 * The shortest rules that were found which give every repository its target, and match none without a target except
 * with a rule that leaves it. The first rule that matches decides.
 *
 * A name that several repositories have is no selector where they differ: those are selected by id.
 */
export function routing(repositories: readonly Routed[], options: RoutingOptions = {}): readonly Rule[] {
  if (options.before !== true) return shortest(repositories, options, true);
  const rules = shortest(repositories, { ...options, catchAll: false }, true);
  return rules.every(({ target }) => target !== undefined) ? rules : shortest(repositories, options, false);
}

/** @param patterns false: names and ids only */
function shortest(repositories: readonly Routed[], options: RoutingOptions, patterns: boolean): readonly Rule[] {
  const { catchAll = true, canName = () => true, order = (target: string): string => target } = options;
  const targets = [...new Set(repositories.flatMap(({ target }) => (target === undefined ? [] : [target])))].sort(
    (left, right) => compareText(order(left), order(right)) || compareText(left, right),
  );
  const classOf = new Map<string | undefined, number>(targets.map((target, at) => [target, at + 1]));
  const byName = groupBy(
    repositories.filter(({ name }) => name !== undefined),
    ({ name = "" }) => normalForm(name),
  );
  const named: Named[] = [];
  const byId: Routed[] = repositories.filter(({ name }) => name === undefined);
  for (const [name, all] of byName) {
    const [first] = all;
    if (
      name.trim() !== "" &&
      !halfCharacter.test(name) &&
      canName(name) &&
      // a declared name is in normal form; repositories with another spelling of it are selected by their ids
      all.every((each) => each.name === name && each.target === first?.target)
    )
      named.push({ name, class: classOf.get(first?.target) ?? 0 });
    else byId.push(...all);
  }
  const made = patterns ? layers(named, catchAll) : namesOnly(named);
  const { direction, rest } = made;
  const prefixes = [
    ...made.early,
    ...rest.rules.map(({ prefix, class: target }) => ({ pattern: direction.pattern(prefix), class: target })),
  ];
  const matchers = prefixes.map(({ pattern }) => like(pattern));
  const isMatched = (name: string) => matchers.some((matches) => matches(name));
  // one without a target needs no rule where no pattern matches it
  const names = [
    ...made.exceptions,
    ...rest.exceptions.map((each) => ({ ...each, name: direction.key(each.name) })),
  ].filter((each) => each.class !== 0 || isMatched(each.name));
  const needed = byId.filter(({ name, target }) => target !== undefined || (name !== undefined && isMatched(name)));
  const parts = { targets, classOf, byId: needed, names, patterns: prefixes };
  const short = assembled(parts, mergeable(parts, named));
  return isReachable(short) ? short : assembled(parts, new Map());
}

const namesOnly = (named: readonly Named[]): Layers => ({
  early: [],
  direction: forwards,
  rest: { rules: [], exceptions: named.filter((each) => each.class !== 0), cost: 0 },
  exceptions: [],
  cost: 0,
});

/** A rule that can never match is refused at synth. */
const isReachable = (rules: readonly Rule[]): boolean =>
  validateRules(
    rules.map(({ ids, names, pattern }) => ({
      repositoryIds: ids,
      repositoryNames: names,
      repositoryPattern: pattern,
    })),
  ).length === 0;

/** Half of a character, which becomes a whole one beside another half. */
const halfCharacter = /\p{Cs}/u;

interface Parts {
  readonly targets: readonly string[];
  readonly classOf: ReadonlyMap<string | undefined, number>;
  readonly byId: readonly Routed[];
  readonly names: readonly Named[];
  readonly patterns: readonly { readonly pattern: string; readonly class: number }[];
}

/** Patterns that select no other class, so that they can be in the rule of the names, by class. */
function mergeable({ classOf, byId, names, patterns }: Parts, all: readonly Named[]): ReadonlyMap<number, string> {
  const explicit = new Set([...names.map((each) => each.class), ...byId.map(({ target }) => classOf.get(target) ?? 0)]);
  const merged = new Map<number, string>();
  for (const { pattern, class: target } of patterns) {
    if (merged.has(target) || !explicit.has(target)) continue;
    if (selectsOnly(pattern, target, all) && !byId.some((each) => isCaught(each, pattern))) merged.set(target, pattern);
  }
  return merged;
}

function assembled(
  { targets, classOf, byId, names, patterns }: Parts,
  merged: ReadonlyMap<number, string>,
): readonly Rule[] {
  const namesOf = groupBy(names, ({ class: target }) => target);
  const idsOf = groupBy(byId, ({ target }) => classOf.get(target) ?? 0);
  const targetOf = (target: number) => (target === 0 ? {} : { target: targets[target - 1] ?? "" });
  const explicit = [0, ...targets.map((_, at) => at + 1)].flatMap((target): readonly Rule[] => {
    const ids = (idsOf.get(target) ?? []).map(({ id }) => id).sort(compareText);
    const own = (namesOf.get(target) ?? []).map(({ name }) => name).sort(compareText);
    if (ids.length + own.length === 0) return [];
    const pattern = merged.get(target);
    return [{ ...targetOf(target), ids, names: own, ...(pattern === undefined ? {} : { pattern }) }];
  });
  // ids before names: a name may be that of several repositories
  return [
    ...explicit,
    ...patterns
      .filter(({ pattern, class: target }) => merged.get(target) !== pattern)
      .map(({ pattern, class: target }): Rule => ({ ...targetOf(target), ids: [], names: [], pattern })),
  ];
}

const isCaught = ({ name }: Routed, pattern: string): boolean => name !== undefined && like(pattern)(name);

function selectsOnly(pattern: string, target: number, all: readonly Named[]): boolean {
  const matches = like(pattern);
  return all.every(({ name, class: own }) => own === target || !matches(name));
}

/** A repository and where it belongs. */
export interface Routed {
  readonly id: string;
  readonly name?: string;
  /** The configuration's id; absent where the repository is to stay as it is. */
  readonly target?: string;
}

/** A rule of the account; the first that matches a repository decides. Without a target it leaves what it matches. */
export interface Rule {
  readonly target?: string;
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly pattern?: string;
}

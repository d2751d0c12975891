import { type Problem, problem } from "./problem";
import { kindOf } from "./value-kind";
import { type Decoder, Invalid, invalid } from "./decoder";
import { isObject } from "./json";
import { patternCovers, like, LikePatternError, prefixOf } from "./sql-like";

/** What identifies a configuration and its entries, from any way in. What is not known before the apply is left out. */
export interface GivenConfiguration {
  readonly name: string | undefined;
  readonly renamedFrom: readonly unknown[];
  /** The ids of its code policies, in their order; undefined where one is not known. */
  readonly codePolicyIds: readonly (string | undefined)[];
}

const asItIs = (name: string): string => name;

/** Everything that no field by itself says: the one validator of all ways to write a configuration. */
export function validateConfiguration(
  { name, renamedFrom, codePolicyIds }: GivenConfiguration,
  nameOf: (field: string) => string = asItIs,
): readonly Problem[] {
  const ids = codePolicyIds.map((id) => id?.toLowerCase());
  const repeated = codePolicyIds.filter((id, at) => id !== undefined && ids.indexOf(id.toLowerCase()) < at);
  const trimmed = name?.trim() ?? "";
  return [
    ...(trimmed !== "" && name !== trimmed
      ? [problem("name-padded", [nameOf("name")], kindOf(name), kindOf(trimmed), nameOf("renamed_from"))]
      : []),
    ...(name !== undefined && renamedFrom.includes(name)
      ? [problem("renamed-from-itself", [nameOf("renamed_from")], kindOf(name))]
      : []),
    ...repeated.map((id) => problem("entry-repeated", [nameOf("code_policies")], `the code policy ${kindOf(id)}`)),
  ];
}

/** What a provider block says that it owns: `names` and `all` are two scopes. */
export const validateScope = ({
  names,
  all,
}: {
  readonly names?: unknown;
  readonly all?: unknown;
}): readonly Problem[] => (typeof names === "string" && all === true ? [problem("scope-contradictory", [])] : []);

/**
 * Judges a lookup by an id or a key: exactly one of them must be given.
 *
 * @param key the attribute beside `id`, such as `name`
 * @param given what is given by its attribute; undefined while it is not known, when it may still become null
 * @param hasStandard whether nothing may be given
 */
export function validateLookup(
  key: string,
  given: ReadonlyMap<string, string | undefined>,
  hasStandard = false,
): readonly Problem[] {
  const known = [...given].flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]));
  const blank = known.filter(({ text }) => text.trim() === "");
  if (blank.length > 0) return blank.map(({ name }) => problem("lookup-empty", [name], "Give it a value."));
  if (known.length > 1) return [problem("lookup-ambiguous", [], key)];
  if (given.size > 0 || hasStandard) return [];
  return [problem("lookup-empty", [], `Give its id or its exact ${key}.`)];
}

/** In place of a part of a rule that is not known before the apply. Such a part is right. */
export const notKnownYet: unique symbol = Symbol("not known yet");
type MaybeKnown<T> = T | typeof notKnownYet | null | undefined;

/** What a rule says, from any way in. Null and undefined are absent. */
export interface WrittenRule {
  /** Whether it assigns a configuration. */
  readonly configuration: MaybeKnown<unknown>;
  readonly leave: MaybeKnown<boolean>;
  readonly repositoryIds: MaybeKnown<readonly unknown[]>;
  readonly repositoryNames: MaybeKnown<readonly unknown[]>;
  readonly repositoryPattern: MaybeKnown<string>;
}

/**
 * Everything that is wrong with a rule beyond its fields, whatever the account holds: the one validator of all ways to
 * write one. All of its selectors may be absent or empty; an empty one beside another selects nothing, which is
 * allowed.
 */
export function validateRule(rule: WrittenRule, nameOf: (field: string) => string): readonly Problem[] {
  const { configuration, leave, repositoryPattern: pattern } = rule;
  const assigns = configuration !== undefined && configuration !== null;
  const selectors: readonly Selector[] = [rule.repositoryIds, rule.repositoryNames, pattern];
  return [
    ...(assigns && leave === true ? [problem("rule-contradictory", [])] : []),
    ...(!assigns && leave !== true && leave !== notKnownYet
      ? [problem("rule-without-action", [], nameOf("configuration_id"))]
      : []),
    ...(selectors.every(isEmpty)
      ? [
          problem(
            "rule-selects-nothing",
            [],
            nameOf("repository_names"),
            nameOf("repository_ids"),
            nameOf("repository_pattern"),
          ),
        ]
      : []),
  ];
}

/**
 * A rule as it is validated. A part of the wrong kind is taken for one that is not known: it is a mistake of its own.
 *
 * @param rule whose parts are called as `nameOf` says
 * @param isUnknown whether a value is known only after the apply
 */
export function writtenRule(
  rule: Readonly<Record<string, unknown>>,
  nameOf: (field: string) => string = (name) => name,
  isUnknown: (value: unknown) => boolean = () => false,
): WrittenRule {
  const part = <T>(field: string, isRight: (value: unknown) => value is T): MaybeKnown<T> => {
    const value = rule[nameOf(field)];
    if (value === undefined || value === null) return undefined;
    return !isUnknown(value) && isRight(value) ? value : notKnownYet;
  };
  const isText = (value: unknown): value is string => typeof value === "string" && !isUnknown(value);
  const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.every(isText);
  return {
    configuration: rule[nameOf("configuration_id")],
    leave: part("leave", (value) => typeof value === "boolean"),
    repositoryIds: part("repository_ids", isList),
    repositoryNames: part("repository_names", isList),
    repositoryPattern: part("repository_pattern", isText),
  };
}

/** The decoder of a rule, which validates it as a whole, too. @param fields decodes the parts */
export const ruleDecoder =
  <T>(
    fields: Decoder<T>,
    nameOf: (field: string) => string = (name) => name,
    isUnknown?: (value: unknown) => boolean,
  ): Decoder<T> =>
  (value) => {
    const decoded = fields(value);
    if (!isObject(value) || isUnknown?.(value) === true) return decoded;
    const problems = validateRule(writtenRule(value, nameOf, isUnknown), nameOf);
    if (problems.length === 0) return decoded;
    return invalid(...problems, ...(decoded instanceof Invalid ? decoded.problems : []));
  };

type Selector = MaybeKnown<readonly unknown[] | string>;

const isEmpty = (selector: Selector): boolean =>
  selector === undefined || selector === null || (selector !== notKnownYet && selector.length === 0);

/** What a rule selects by. What is not known before the apply may be anything. */
export type WrittenSelectors = Pick<WrittenRule, "repositoryIds" | "repositoryNames" | "repositoryPattern">;

/** A rule that no repository reaches, since earlier rules take all that it selects. Rules are counted from 0. */
export interface UnreachableRule {
  readonly at: number;
  /** The earlier rules, each once, in their order. */
  readonly takenBy: readonly number[];
  /** The pattern of the earlier rule that takes every repository, where there is one. */
  readonly catchAll?: string;
}

/** Judges the order of rules, of which the first that matches decides. Reports only what holds in every account. */
export function validateRules(rules: readonly WrittenSelectors[]): readonly UnreachableRule[] {
  const before = new Taken();
  return rules.flatMap((rule, at): UnreachableRule[] => {
    const takenBy = before.takes(rule);
    const catchAll = before.catchAll;
    before.add(rule, at);
    if (takenBy === undefined) return [];
    return [{ at, takenBy, ...(catchAll === undefined ? {} : { catchAll: catchAll.pattern }) }];
  });
}

interface TakingPattern {
  readonly pattern: string;
  readonly at: number;
}

/** What earlier rules take. */
class Taken {
  catchAll: TakingPattern | undefined;
  readonly #ids = new Map<string, number>();
  readonly #names = new Map<string, number>();
  /** Patterns by the text that they begin with: those that take a name are found by the name's beginnings. */
  readonly #patterns = new Map<string, TakingPattern[]>();

  add({ repositoryIds, repositoryNames, repositoryPattern: pattern }: WrittenSelectors, at: number): void {
    for (const id of membersOf(repositoryIds) ?? []) remember(this.#ids, id.toLowerCase(), at);
    for (const name of membersOf(repositoryNames) ?? []) remember(this.#names, name, at);
    if (typeof pattern !== "string" || !isValid(pattern)) return;
    const prefix = prefixOf(pattern);
    const others = this.#patterns.get(prefix) ?? [];
    this.#patterns.set(prefix, [...others, { pattern, at }]);
    if (this.catchAll === undefined && prefix === "" && patternCovers(pattern, "%")) this.catchAll = { pattern, at };
  }

  /** The rules that take all that a rule selects; undefined where something may be left. */
  takes(rule: WrittenSelectors): readonly number[] | undefined {
    const { repositoryPattern: pattern } = rule;
    const [ids, names] = [membersOf(rule.repositoryIds), membersOf(rule.repositoryNames)];
    const isNone = (ids?.length ?? 0) + (names?.length ?? 0) === 0 && (pattern ?? "") === "";
    if (this.catchAll !== undefined)
      return isNone && ids !== undefined && names !== undefined ? undefined : [this.catchAll.at];
    if (ids === undefined || names === undefined || pattern === notKnownYet || isNone) return undefined;
    const takenBy = [
      ...ids.map((id) => this.#ids.get(id.toLowerCase())),
      ...names.map((name) => this.#ofName(name)),
      ...(typeof pattern === "string" && pattern !== "" ? [this.#ofPattern(pattern)] : []),
    ];
    const found = takenBy.filter((each) => each !== undefined);
    if (found.length < takenBy.length) return undefined;
    return [...new Set(found)].sort((left, right) => left - right);
  }

  #ofName = (name: string): number | undefined =>
    this.#names.get(name) ?? this.#candidates(name).find(({ pattern }) => like(pattern)(name))?.at;

  #ofPattern(pattern: string): number | undefined {
    if (!isValid(pattern)) return undefined;
    return this.#candidates(prefixOf(pattern)).find((each) => patternCovers(each.pattern, pattern))?.at;
  }

  #candidates(beginning: string): readonly TakingPattern[] {
    const found: TakingPattern[] = [];
    for (let length = 0; length <= beginning.length; length += 1)
      found.push(...(this.#patterns.get(beginning.slice(0, length)) ?? []));
    return found;
  }
}

const remember = (places: Map<string, number>, key: string, at: number): void => {
  if (!places.has(key)) places.set(key, at);
};

/** The members of a selector that are texts; undefined where they are not known. */
function membersOf(selector: WrittenSelectors["repositoryNames"]): readonly string[] | undefined {
  if (selector === notKnownYet) return undefined;
  const members = selector ?? [];
  return members.every((each) => typeof each === "string") ? members : undefined;
}

function isValid(pattern: string): boolean {
  try {
    like(pattern);
    return true;
  } catch (thrown) {
    if (thrown instanceof LikePatternError) return false;
    throw thrown;
  }
}

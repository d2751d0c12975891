import { enumeration, listed } from "../../diagnostics/enumeration";
import { isDeepStrictEqual } from "node:util";
import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import type { DesiredAssignments, DesiredRule, RuleTarget } from "../../model/desired";
import type { Repository } from "../../model/observed";
import { groupBy } from "../../model/group-by";
import { normalForm } from "../../model/normal-form";
import { like, patternCovers, withLiteralUnderscores } from "../../model/sql-like";
import type { Matcher } from "./rule-index";

/** A repository, and the rule that decides about it. */
interface Decision {
  readonly repository: Repository;
  readonly rule: number;
  /** The selector that matched. */
  readonly matched: string;
  readonly target: RuleTarget;
}

/** One list of rules, expanded over the account. Rules are counted from 0. */
interface Expanded {
  readonly routes: readonly Decision[];
  readonly repositories: readonly Repository[];
  readonly matchers: readonly Matcher[];
  /** Whether something is reported of a rule already, which may be why it selects nothing. */
  readonly isReported: (rule: number) => boolean;
}

/** Warns of rules that do not do in this account what they say. */
export function ruleWarnings(assignments: DesiredAssignments, expanded: Expanded): readonly Diagnostic[] {
  const { rules } = assignments;
  const { routes, repositories, matchers, isReported } = expanded;
  const won = groupBy(routes, ({ rule }) => rule);
  const deciding = new Map(routes.map(({ repository, rule }) => [repository.id, rule]));
  const idle = rules.flatMap((_rule, at) => {
    if (won.has(at)) return [];
    const takenBy = new Set<number>();
    for (const each of repositories) {
      const winner = matchers[at]?.(each) === undefined ? undefined : deciding.get(each.id);
      if (winner !== undefined) takenBy.add(winner);
    }
    return [{ at, takenBy: [...takenBy].sort((left, right) => left - right) }];
  });
  const shadowed = idle.filter(({ takenBy }) => takenBy.length > 0);
  const never = new Set(shadowed.map(({ at }) => at));
  return [
    ...idle
      .filter(({ at, takenBy }) => takenBy.length === 0 && !isReported(at))
      .map(({ at }) => matchesNothing(assignments, at)),
    ...shadowedWarnings(assignments, shadowed),
    ...namedElsewhere(assignments, routes, never),
    ...anyCharacter(assignments, won),
  ];
}

const warningAt = (
  code: Parameters<typeof warning>[0] & ("rule-matches-nothing" | "rule-shadowed" | "rule-overridden" | "pattern-any"),
  { address }: DesiredAssignments,
  rule: number,
  detail: string,
  others: readonly number[] = [],
): Diagnostic => ({
  ...warning(code, detail, { address, path: pathOf(rule) }),
  ...(others.length === 0 ? {} : { mentions: others.map(pathOf) }),
});

const pathOf = (rule: number): string => `rules[${String(rule)}]`;

function matchesNothing(assignments: DesiredAssignments, at: number): Diagnostic {
  const pattern = assignments.rules[at]?.repositoryPattern;
  const which = pattern === undefined ? "The rule" : `The pattern ${JSON.stringify(pattern)}`;
  return warningAt("rule-matches-nothing", assignments, at, `${which} matches none of the account's repositories.`);
}

interface Shadowed {
  readonly at: number;
  /** The rules that decide about what it selects. */
  readonly takenBy: readonly number[];
}

/** Rules that earlier ones leave nothing: one warning for all behind one that takes everything, and one for those that change nothing. */
function shadowedWarnings(assignments: DesiredAssignments, all: readonly Shadowed[]): readonly Diagnostic[] {
  const { rules } = assignments;
  const catchAll = rules.findIndex(({ repositoryPattern: pattern }) => pattern !== undefined && takesAll(pattern));
  const behind = all.filter(({ at }) => catchAll >= 0 && at > catchAll);
  const others = all.filter((each) => !behind.includes(each));
  const isSame = ({ at, takenBy }: Shadowed): boolean =>
    takenBy.every((other) => isDeepStrictEqual(rules[at]?.target, rules[other]?.target));
  const redundant = others.filter(isSame).map(({ at }) => at);
  const [first] = redundant;
  return [
    ...(behind.length === 0
      ? []
      : [
          warningAt(
            "rule-shadowed",
            assignments,
            catchAll,
            `${called(rules, catchAll, "Rule")} takes every repository, so ${numbered(behind.map(({ at }) => at))} after it never ${behind.length === 1 ? "decides" : "decide"}. Move it to the end, or remove what comes after it.`,
          ),
        ]),
    ...others
      .filter((each) => !isSame(each))
      .map(({ at, takenBy }) => {
        const [winner = 0] = takenBy;
        const who = takenBy.length === 1 ? `${called(rules, winner)} decides` : `${numbered(takenBy)} decide`;
        const detail = `${called(rules, at, "Rule")} never decides: ${who} about every repository that it selects. Move it before rule ${String(winner + 1)}, or remove it.`;
        return warningAt("rule-shadowed", assignments, at, detail, takenBy);
      }),
    ...(first === undefined
      ? []
      : [
          warningAt(
            "rule-shadowed",
            assignments,
            first,
            redundant.length === 1
              ? `${called(rules, first, "Rule")} changes nothing: earlier rules give all that it selects the same configuration. It can be removed.`
              : `${numbered(redundant, "Rules")} change nothing: earlier rules give all that they select the same configuration. They can be removed.`,
            redundant.slice(1),
          ),
        ]),
  ];
}

const takesAll = (pattern: string): boolean => /^[%_]+$/.test(pattern) && patternCovers(pattern, "%");

/** Repositories that a rule names, and that an earlier one gives something else. */
function namedElsewhere(
  assignments: DesiredAssignments,
  routes: readonly Decision[],
  never: ReadonlySet<number>,
): readonly Diagnostic[] {
  const { rules } = assignments;
  if (rules.every(({ repositoryIds, repositoryNames }) => repositoryIds === undefined && repositoryNames === undefined))
    return [];
  const byName = groupBy(routes, ({ repository: { name } }) => name && normalForm(name));
  const byId = groupBy(routes, ({ repository: { id } }) => id);
  return rules.flatMap(({ target, repositoryIds = [], repositoryNames = [] }, at) => {
    if (never.has(at)) return [];
    const named = [
      ...repositoryIds.flatMap((id) => byId.get(id) ?? []),
      ...repositoryNames.flatMap((name) => byName.get(normalForm(name)) ?? []),
    ];
    const lost = named.filter((each) => each.rule < at && !isDeepStrictEqual(each.target, target));
    return [...groupBy(lost, ({ rule }) => rule)].map(([winner, taken]) => {
      const names = listed([...new Set(taken.map(({ repository: { name, id } }) => name ?? id))]);
      const detail = `Rule ${String(at + 1)} names ${names}, but ${called(rules, winner)} decides. Move rule ${String(at + 1)} before rule ${String(winner + 1)}, or remove the name.`;
      return warningAt("rule-overridden", assignments, at, detail, [winner]);
    });
  });
}

/** Repositories that a pattern selects only because `_` is any character. */
const anyCharacter = (
  assignments: DesiredAssignments,
  won: ReadonlyMap<number, readonly Decision[]>,
): readonly Diagnostic[] =>
  assignments.rules.flatMap(({ repositoryPattern: pattern = "" }, at) => {
    const literal = withLiteralUnderscores(pattern);
    const routes = won.get(at) ?? [];
    if (literal === pattern || routes.length === 0) return [];
    const isMeant = like(literal);
    const others = routes.flatMap(({ repository: { name }, matched }) =>
      name === undefined || matched !== pattern || isMeant(name) ? [] : [name],
    );
    if (others.length === 0) return [];
    const detail = `"_" in ${JSON.stringify(pattern)} is any one character, so rule ${String(at + 1)} also decides about ${listed(others.sort(), 3)}. Write ${JSON.stringify(literal)} for an underscore.`;
    return [warningAt("pattern-any", assignments, at, detail)];
  });

/** `rule 9 (svc-%)`: with its pattern, where it has one. */
function called(rules: readonly DesiredRule[], at: number, word = "rule"): string {
  const pattern = rules[at]?.repositoryPattern;
  return `${word} ${String(at + 1)}${pattern === undefined ? "" : ` (${JSON.stringify(pattern)})`}`;
}

/** How many rules are named by their numbers. */
const most = 10;

/** `rules 2, 5 and 7` */
function numbered(all: readonly number[], word = "rules"): string {
  const numbers = all.map((at) => String(at + 1));
  return `${all.length === 1 ? word.slice(0, -1) : word} ${enumeration(numbers, most)}`;
}

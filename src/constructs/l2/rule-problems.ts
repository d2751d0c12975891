import { judgeRule, notKnownYet, type RuleProblem, type WrittenRule } from "../../model/judge-rule";
import { judgeRules, type UnreachableRule } from "../../model/judge-rules";
import { isObject } from "../../model/json";
import { isUuid } from "../../model/uuid";
import { withSqlWildcards } from "../../model/wildcards";
import type { Problem } from "./problems";
import { asAttributes, type Writing } from "./read-fields";
import type { Form } from "./synthesized-form";
import { isToken } from "./tokens";
import { kindOf } from "./wrong-kind";

/** Checks the rules of an assignments resource as it will be synthesized. */
export function formRuleProblems({ rules }: Form): readonly Problem[] {
  if (!Array.isArray(rules) || isToken(rules)) return [];
  return ruleProblems(
    rules.map((rule: unknown) => (isObject(rule) && !isToken(rule) ? rule : undefined)),
    asAttributes,
  );
}

/**
 * Checks rules, each by itself and in their order.
 *
 * @param rules under the attributes' names; undefined where one is not known, or is reported elsewhere
 * @param writing how a user has written their parts
 */
export function ruleProblems(rules: readonly (Form | undefined)[], writing: Writing): readonly Problem[] {
  const written = rules.map((rule) => (rule === undefined ? undefined : writtenRule(rule)));
  const alone = written.flatMap((rule, at) => (rule === undefined ? [] : problemsOf(rule, at, writing)));
  const unknown = { repositoryIds: notKnownYet, repositoryNames: notKnownYet, repositoryPattern: notKnownYet } as const;
  const unreachable = judgeRules(written.map((rule) => rule ?? unknown)).filter(({ at }) => written[at] !== undefined);
  return [...alone, ...unreachable.map((each) => orderProblem(each, written))];
}

const writtenRule = (rule: Form): WrittenRule => ({
  configuration: isText(rule["configuration_id"]) ? { id: rule["configuration_id"] } : known(rule["configuration_id"]),
  leave: typeof rule["leave"] === "boolean" ? rule["leave"] : known(rule["leave"]),
  repositoryIds: listOf(rule["repository_ids"]),
  repositoryNames: listOf(rule["repository_names"]),
  repositoryPattern: isText(rule["repository_pattern"])
    ? rule["repository_pattern"]
    : known(rule["repository_pattern"]),
});

const isText = (value: unknown): value is string => typeof value === "string" && !isToken(value);

/** Absent, or not known: a value of the wrong kind is reported elsewhere. */
const known = (value: unknown): typeof notKnownYet | undefined =>
  value === undefined || value === null ? undefined : notKnownYet;

/** A list with a token in it may select anything. */
const listOf = (value: unknown): readonly string[] | typeof notKnownYet | undefined => {
  if (!Array.isArray(value) || isToken(value)) return known(value);
  return value.every(isText) ? value : notKnownYet;
};

function problemsOf(rule: WrittenRule, at: number, { nameOf }: Writing): readonly Problem[] {
  const key = `rules[${String(at)}]`;
  const [pattern, names, ids] = [nameOf("repository_pattern"), nameOf("repository_names"), nameOf("repository_ids")];
  return [
    ...judgeRule(rule).map((problem) => ruleWords(problem, key, nameOf)),
    ...emptyMembers(rule.repositoryNames).map((member) => ({
      key: `${key}.${names}[${String(member)}]`,
      detail: "is empty: give it the name of a repository, or remove it.",
    })),
    ...foreignIds(rule.repositoryIds).map(({ member, id }) => ({
      key: `${key}.${ids}[${String(member)}]`,
      detail: `is ${kindOf(id)}, which is not a UUID: names belong in ${names}.`,
    })),
    ...wildcardProblems(rule.repositoryPattern, `${key}.${pattern}`, names),
  ];
}

const emptyMembers = (names: WrittenRule["repositoryNames"]): readonly number[] =>
  Array.isArray(names) ? names.flatMap((name: unknown, at) => (isText(name) && name.trim() === "" ? [at] : [])) : [];

const foreignIds = (ids: WrittenRule["repositoryIds"]): readonly { readonly member: number; readonly id: string }[] =>
  Array.isArray(ids) ? ids.flatMap((id: unknown, member) => (isText(id) && !isUuid(id) ? [{ member, id }] : [])) : [];

function wildcardProblems(pattern: WrittenRule["repositoryPattern"], key: string, names: string): readonly Problem[] {
  const written = typeof pattern === "string" ? withSqlWildcards(pattern) : undefined;
  if (written === undefined) return [];
  const detail = `is ${kindOf(pattern)}, in which * and ? stand for themselves: write ${kindOf(written)}. For a name that has them, use ${names}.`;
  return [{ key, detail }];
}

function ruleWords(problem: RuleProblem, key: string, nameOf: Writing["nameOf"]): Problem {
  const [ids, names, pattern] = [nameOf("repository_ids"), nameOf("repository_names"), nameOf("repository_pattern")];
  switch (problem.kind) {
    case "two-targets":
      return { key, detail: "has both a configuration and leave: true: remove one of them." };
    case "no-target":
      return { key, detail: "does not say what to do: give it a configuration, or leave: true." };
    case "not-an-id":
      return { key, detail: `has a configuration whose id is not a UUID: ${kindOf(problem.id)}.` };
    case "no-selector":
      return { key, detail: `matches nothing: give it ${names}, ${ids}, or a ${pattern} ("%" is everything).` };
    case "pattern-invalid":
      return {
        key: `${key}.${pattern}`,
        detail: `is not valid: ${problem.message}; "\\%" is a percent sign itself.`,
      };
    default:
      return problem satisfies never;
  }
}

function orderProblem(
  { at, takenBy, catchAll }: UnreachableRule,
  rules: readonly (WrittenRule | undefined)[],
): Problem {
  const key = `rules[${String(at)}]`;
  const earlier = takenBy.map((rule) => {
    const pattern = rules[rule]?.repositoryPattern;
    return `rules[${String(rule)}]${typeof pattern === "string" ? ` (${kindOf(pattern)})` : ""}`;
  });
  const come =
    catchAll !== undefined
      ? "comes first and takes every repository"
      : earlier.length > 1
        ? "come first and take all that it selects"
        : "comes first and takes all that it selects";
  return {
    key,
    detail: `can never match, since ${inWords(earlier)} ${come}: move it before ${inWords(takenBy.map((rule) => `rules[${String(rule)}]`))}, or remove it.`,
  };
}

/** `a, b and c` */
const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.slice(-1).join("")}`;

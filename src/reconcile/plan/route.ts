import { listed } from "../../diagnostics/enumeration";
import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Desired, DesiredAssignments, RuleTarget } from "../../model/desired";
import type { Repository } from "../../model/observed";
import { compareText } from "../../model/fingerprint";
import type { Address, RepositoryId } from "../../model/ids";
import { LikePatternError } from "../../model/sql-like";
import { meant, suggestions } from "../../model/suggest";
import { goneFrom, goneWarning } from "./gone";
import type { RuleMatch } from "./change";
import { indexRules, matcher } from "./rule-index";
import { ruleWarnings } from "./rule-warnings";

/** What decides about a repository. */
export interface Placement extends RuleMatch {
  readonly repository: Repository;
  readonly assignments: Address;
  readonly target: RuleTarget;
}

/** The rule that decides about a repository. */
export interface Route extends Placement {
  readonly rule: number;
}

export const isRoute = (each: Placement): each is Route => each.rule !== undefined;

export interface Routing {
  /** In the order of the repositories, or of their names; without those that no rule matches. */
  readonly routes: readonly Route[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The order in which repositories are written and shown, independent of the service's order. */
export const byName = (left: Repository, right: Repository): number =>
  compareText(left.name ?? "", right.name ?? "") || compareText(left.id, right.id);

/**
 * Expands the rules of every RepositoryAssignments over the live repositories: within one, the first matching rule
 * wins; two that assign the same repository are an error. A leave rule claims nothing, so another
 * RepositoryAssignments may assign the repository.
 */
export function route(desired: Desired, repositories: readonly Repository[]): Routing {
  const diagnostics: Diagnostic[] = [];
  const claims = new Map<RepositoryId, Route>();
  const conflicts = new Map<string, { readonly first: Address; readonly second: Address; readonly names: string[] }>();
  // repositories that two resources claim are reported in the order of their names
  const inOrder = desired.assignments.length > 1 ? repositories.toSorted(byName) : repositories;
  const suggest = suggestions(meant);
  const expanded = desired.assignments.map((assignments) => expand(assignments, inOrder, suggest));
  for (const each of expanded) diagnostics.push(...each.diagnostics);
  const all = expanded.length === 1 ? (expanded[0]?.routes ?? []) : expanded.flatMap(({ routes }) => routes);
  if (expanded.length === 1) return { routes: all, diagnostics }; // nothing can be claimed twice
  for (const each of all) {
    const { repository, assignments: second } = each;
    const first = claims.get(repository.id);
    if (first === undefined || "leave" in first.target) claims.set(repository.id, each);
    else if (!("leave" in each.target)) {
      const key = JSON.stringify([first.assignments, second]);
      const names = conflicts.get(key)?.names ?? [];
      names.push(repository.name ?? repository.id);
      conflicts.set(key, { first: first.assignments, second, names });
    }
  }
  for (const { first, second, names } of conflicts.values()) {
    const detail = `${listed(names)} would be assigned by ${first} and by ${second}. Let one of them \`leave\` what the other assigns.`;
    diagnostics.push(error("repository-claimed-twice", detail, { address: second, path: "rules" }));
  }
  return { routes: [...claims.values()], diagnostics };
}

function expand(assignments: DesiredAssignments, repositories: readonly Repository[], suggest: typeof meant): Routing {
  const { address, rules } = assignments;
  const diagnostics: Diagnostic[] = goneFrom(assignments, repositories, suggest).map(goneWarning);
  const matchers = rules.map((rule, at) => {
    try {
      return matcher(rule);
    } catch (thrown) {
      if (!(thrown instanceof LikePatternError)) throw thrown;
      const detail = `${JSON.stringify(rule.repositoryPattern)}: ${thrown.message}.`;
      diagnostics.push(error("pattern-invalid", detail, { address, path: `rules[${String(at)}]` }));
      return () => undefined;
    }
  });

  const routes: Route[] = [];
  const candidates = indexRules(rules);
  // forEach, here and wherever all repositories are walked: it iterates without allocating per repository
  repositories.forEach((repository) => {
    const asked = candidates(repository);
    for (let at = 0; at < asked.length; at += 1) {
      const rule = asked[at] ?? at;
      const matched = matchers[rule]?.(repository);
      const target = rules[rule]?.target;
      if (matched === undefined || target === undefined) continue;
      routes.push({ repository, assignments: address, rule, matched, target });
      return;
    }
  });
  const reported = new Set(diagnostics.map(({ path }) => path));
  const isReported = (rule: number): boolean => reported.has(`rules[${String(rule)}]`);
  diagnostics.push(...ruleWarnings(assignments, { routes, repositories, matchers, isReported }));
  return { routes, diagnostics };
}

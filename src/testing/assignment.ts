import { locationAt } from "../diagnostics/locations";
import { label } from "../diagnostics/foreign-text";
import { ScanformError } from "../diagnostics/error";
import type { DesiredAssignments, DesiredRule } from "../model/desired";
import type { Repository } from "../model/entities";
import { repositoryId } from "../model/ids";
import { ruleText } from "../reconcile/plan/effects";
import { type Route, route } from "../reconcile/plan/route";
import { type DeclaredAccount, type Given, givenBy, titleOf } from "./declared-account";

/** A repository by its name, its id, or both, which decides about rules that select by either. */
export type RepositoryChoice = string | { readonly name?: string; readonly id?: string };

/** What a repository gets. */
export interface Assignment {
  readonly given: Given;
  /** As a sentence: `payments-api gets "strict" by rule 2: payments-%, at main.ts:31:5`. */
  readonly sentence: string;
  /** The rule alone: `rule 2: payments-%, at main.ts:31:5`. */
  readonly rule: string;
}

/** Why it is not known what a repository gets. */
export interface Undecided {
  readonly undecided: string;
}

const unknownId = "unknown";

/** What the rules give to a repository: the first that matches decides, as when an account is planned. */
export function assignmentOf(account: DeclaredAccount, choice: RepositoryChoice): Assignment | Undecided {
  const { name, id } = typeof choice === "string" ? { name: choice } : choice;
  const repository: Repository = {
    id: repositoryId(id ?? unknownId),
    ...(name === undefined ? {} : { name }),
    provider_repo_id: 0,
    enabled: true,
  };
  const { routes, diagnostics } = route({ configurations: [], assignments: account.assignments }, [repository]);
  const twice = diagnostics.filter(({ code }) => code === "repository-claimed-twice");
  if (twice.length > 0) throw new ScanformError(twice);
  const [found] = routes;
  const called = label(name === undefined || name === "" ? (id ?? "") : name);
  const decided = found === undefined ? null : givenBy(found.target, account);
  const doubt = account.assignments.flatMap((each) => doubtful(each, found, { name, id }));
  if (doubt.some(({ rule }) => !isSame(givenBy(rule.target, account), decided))) return undecided(called, doubt[0], id);
  return { given: decided, ...told(called, decided, found, account) };
}

function told(called: string, given: Given, found: Route | undefined, account: DeclaredAccount) {
  if (found === undefined)
    return { sentence: `no rule matches ${called}, so it is left as it is`, rule: "no rule matches" };
  const at = locationAt(account.locations, found.assignments, `rules[${String(found.rule)}]`);
  const rule = `${ruleText({ ...found, matched: label(found.matched) })}${at === undefined ? "" : `, at ${at}`}`;
  const gets = given === null ? "is left as it is" : `gets ${titleOf(given)}`;
  return { sentence: `${called} ${gets} by ${rule}`, rule };
}

interface Doubt {
  readonly rule: DesiredRule;
  readonly index: number;
}

/** Rules before the one that is found which select by what is not known of the repository. */
function doubtful(
  { address, rules }: DesiredAssignments,
  found: Route | undefined,
  { name, id }: { readonly name: string | undefined; readonly id?: string | undefined },
): readonly Doubt[] {
  const before = found?.assignments === address ? rules.slice(0, found.rule) : rules;
  return before.flatMap((rule, index) => {
    const { repositoryIds, repositoryNames, repositoryPattern } = rule;
    const byId = id === undefined && repositoryIds !== undefined;
    const byName = name === undefined && (repositoryNames !== undefined || repositoryPattern !== undefined);
    return byId || byName ? [{ rule, index }] : [];
  });
}

function undecided(called: string, doubt: Doubt | undefined, id: string | undefined): Undecided {
  const [by, missing] = id === undefined ? ["id", "id"] : ["name", "name"];
  return {
    undecided: `rule ${String((doubt?.index ?? 0) + 1)} selects by ${by}, and the ${missing} of ${called} is not given: pass { name, id }`,
  };
}

export function isSame(left: Given, right: Given): boolean {
  if (left === null || right === null) return left === right;
  if ("declared" in left && "declared" in right) return left.declared === right.declared;
  return titleOf(left) === titleOf(right);
}

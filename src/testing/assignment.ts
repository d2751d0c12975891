import { listed } from "../diagnostics/enumeration";
import { fail, ScanformError } from "../diagnostics/error";
import { label, quoted } from "../diagnostics/foreign-text";
import { locationAt } from "../diagnostics/locations";
import type { DesiredAssignments, DesiredRule } from "../model/desired";
import type { Repository } from "../model/observed";
import { repositoryId } from "../model/ids";
import { sameText } from "../model/normal-form";
import { sameId } from "../model/uuid";
import { ruleText } from "../reconcile/plan/change";
import { type Route, route } from "../reconcile/plan/route";
import { checkId, checkKeys, checkRepository, checkText, type RepositoryChoice } from "./arguments";
import type { Judgement } from "./matcher";
import {
  accountIn,
  type AccountOption,
  type DeclaredAccount,
  type Given,
  givenBy,
  snapshot,
  titleOf,
} from "./snapshot";

export interface Assignment {
  readonly given: Given;
  /** As a sentence: `payments-api gets "strict" by rule 2: payments-%, at main.ts:31:5`. */
  readonly sentence: string;
  /** The rule alone: `rule 2: payments-%, at main.ts:31:5`. */
  readonly rule: string;
}

export interface Undecided {
  readonly undecided: string;
}

const unknownId = "unknown";

/** What the rules give to a repository: the first that matches decides, as when an account is planned. */
export function assignmentOf(account: DeclaredAccount, choice: RepositoryChoice): Assignment | Undecided {
  const { name, id } = typeof choice === "string" ? { name: choice } : choice;
  const repository: Repository = {
    id: repositoryId(id?.toLowerCase() ?? unknownId),
    ...(name === undefined ? {} : { name }),
    provider_repo_id: 0,
    enabled: true,
  };
  const { routes, diagnostics } = route({ configurations: [], assignments: account.assignments }, [repository]);
  const twice = diagnostics.filter(({ code }) => code === "repository-claimed-twice");
  if (twice.length > 0) throw new ScanformError(twice);
  const [found] = routes;
  const called = label(name ?? id ?? "");
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
  const missing = id === undefined ? "id" : "name";
  const rule = `rule ${String((doubt?.index ?? 0) + 1)}`;
  return {
    undecided: `${rule} selects by ${missing}, and the ${missing} of ${called} is not given: pass { name, id }`,
  };
}

function isSame(left: Given, right: Given): boolean {
  if (left === null || right === null) return left === right;
  if ("declared" in left && "declared" in right) return left.declared === right.declared;
  return titleOf(left) === titleOf(right);
}

/** A configuration by its name, by the id of one that is not declared, or null: the repository is left as it is. */
export type ConfigurationChoice = string | { readonly id: string } | null;

export function toAssign(
  declared: unknown,
  repository: RepositoryChoice,
  configuration: ConfigurationChoice,
  options: AccountOption = {},
): Judgement {
  checkRepository(repository);
  checkChoice(configuration);
  checkKeys(options, "options", ["account"]);
  const from = accountIn(snapshot(declared), options);
  const assignment = assignmentOf(from, repository);
  if ("undecided" in assignment) return assignment;
  const { given, sentence } = assignment;
  if (isChosen(given, configuration)) return { holds: true, is: sentence };
  if (typeof configuration === "string") checkKnown(configuration, from);
  return { holds: false, is: `${sentence}, and ${wanted(configuration)}` };
}

function checkChoice(choice: unknown): void {
  if (choice === null) return;
  if (typeof choice !== "object")
    checkText(choice, "configuration", "the name of a configuration, { id }, or null where the repository is left");
  else {
    checkKeys(choice, "configuration", ["id"]);
    checkId(Reflect.get(choice, "id"), "configuration.id");
  }
}

function isChosen(given: Given, choice: ConfigurationChoice): boolean {
  if (given === null || choice === null) return given === choice;
  if (typeof choice === "string")
    return sameText("declared" in given ? given.declared.name : "name" in given ? given.name : undefined, choice);
  const id = "declared" in given ? given.declared.id : "id" in given ? given.id : undefined;
  return id !== undefined && sameId(id, choice.id);
}

const wanted = (configuration: ConfigurationChoice): string => {
  if (configuration === null) return "is expected to be left as it is";
  return `is expected to get ${typeof configuration === "string" ? quoted(configuration) : configuration.id}`;
};

/** A misspelt name is distinguished from a rule that gives something else. */
function checkKnown(name: string, { configurations, lookups }: DeclaredAccount): void {
  const sought = [...lookups.values()].flatMap((each) => ("key" in each ? [each.key] : []));
  const known = [...configurations.map((each) => each.name), ...sought];
  if (!known.some((each) => sameText(each, name)))
    fail("argument-invalid", `No configuration ${quoted(name)} is declared or looked up; there are ${listed(known)}.`);
}

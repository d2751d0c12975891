import { Token } from "cdktf";
import { judgeRule, notKnownYet, type RuleProblem, type WrittenRule } from "../../model/judge-rule";
import type { RepositoryAssignmentsRules } from "../l1/repository-assignments";
import type { IConfiguration } from "./configuration";

/**
 * A repository matches when any of the selectors names it. A selector that is absent matches nothing. Service
 * specification: *Endpoints > Configurations*.
 */
export interface RepositorySelectors {
  /** Exact names, upper and lower case as they are. */
  readonly repositoryNames?: readonly string[];
  /** UUIDs. */
  readonly repositoryIds?: readonly string[];
  /** An SQL LIKE pattern for the whole name: `%` is any text, `_` any one character. */
  readonly repositoryPattern?: string;
}

/** Matching repositories get this configuration. A selector that is absent matches nothing. */
export interface ConfigureRule extends RepositorySelectors {
  /** What matching repositories get. */
  readonly configuration: IConfiguration;
  readonly leave?: never;
}

/** Matching repositories stay as they are, whatever later rules say. A selector that is absent matches nothing. */
export interface LeaveRule extends RepositorySelectors {
  /** Always true. */
  readonly leave: true;
  readonly configuration?: never;
}

/** A rule of RepositoryAssignments: what it matches, and either a configuration or `leave: true`. */
export type AssignmentRule = ConfigureRule | LeaveRule;

/** A rule as the generated binding takes it. */
export function bindingOf(rule: AssignmentRule): RepositoryAssignmentsRules {
  const { configuration, leave, repositoryIds, repositoryNames, repositoryPattern } = rule;
  return {
    configurationId: configuration?.configurationId,
    leave,
    repositoryIds: repositoryIds && [...repositoryIds],
    repositoryNames: repositoryNames && [...repositoryNames],
    repositoryPattern,
  };
}

/** Checks a rule. Tokens are not checked. */
export function ruleProblems(rule: RepositoryAssignmentsRules): string[] {
  const { configurationId, leave, repositoryIds, repositoryNames, repositoryPattern } = rule;
  return judgeRule({
    configuration: configurationId === undefined ? undefined : referenceTo(configurationId),
    leave: typeof leave === "object" ? notKnownYet : leave,
    repositoryIds: resolved(repositoryIds),
    repositoryNames: resolved(repositoryNames),
    repositoryPattern: resolved(repositoryPattern),
  }).map(words);
}

const referenceTo = (id: string): WrittenRule["configuration"] => (Token.isUnresolved(id) ? notKnownYet : { id });

const resolved = <T>(part: T): T | typeof notKnownYet => (Token.isUnresolved(part) ? notKnownYet : part);

function words(problem: RuleProblem): string {
  switch (problem.kind) {
    case "two-targets":
      return "has both a configuration and leave: true: remove one of them.";
    case "no-target":
      return "does not say what to do: give it a configuration, or leave: true.";
    case "not-an-id":
      return `has a configuration whose id is not a UUID: ${JSON.stringify(problem.id)}.`;
    case "no-selector":
      return 'matches nothing: give it repositoryNames, repositoryIds, or a repositoryPattern ("%" is everything).';
    case "pattern-invalid":
      return `has a repositoryPattern that is not valid: ${problem.message}; "\\%" is a percent sign itself.`;
    default:
      return problem satisfies never;
  }
}

import { Token } from "cdktf";
import { LikePatternError, like } from "../../model/sql-like";
import type { RepositoryAssignmentsRules } from "../l1/repository-assignments";
import type { IConfiguration } from "./configuration";

/** Which repositories a rule matches: those that any of the selectors names. */
export interface RepositorySelectors {
  /** Exact names. */
  readonly repositoryNames?: readonly string[];
  /** UUIDs. */
  readonly repositoryIds?: readonly string[];
  /** An SQL LIKE pattern for the whole name: `%` is any text, `_` any one character. */
  readonly repositoryPattern?: string;
}

/** Matching repositories get this configuration. */
export interface ConfigureRule extends RepositorySelectors {
  readonly configuration: IConfiguration;
  readonly leave?: never;
}

/** Matching repositories stay as they are, whatever later rules say. */
export interface LeaveRule extends RepositorySelectors {
  readonly leave: true;
  readonly configuration?: never;
}

export type AssignmentRule = ConfigureRule | LeaveRule;

/** A rule in the words of the Terraform resource. */
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

/** What is wrong with a rule that was written without types, or with an empty selector. */
export function ruleProblems(rule: RepositoryAssignmentsRules): string[] {
  const { configurationId, leave, repositoryIds = [], repositoryNames = [], repositoryPattern = "" } = rule;
  const problems: string[] = [];
  if (leave === true && configurationId !== undefined)
    problems.push("has both a configuration and leave: true: remove one of them.");
  if (leave !== true && configurationId === undefined)
    problems.push("does not say what to do: give it a configuration, or leave: true.");
  if (repositoryIds.length === 0 && repositoryNames.length === 0 && repositoryPattern === "")
    problems.push(
      'matches nothing: give it repositoryNames, repositoryIds, or a repositoryPattern ("%" is everything).',
    );
  return [...problems, ...patternProblems(repositoryPattern)];
}

function patternProblems(pattern: string): string[] {
  if (Token.isUnresolved(pattern)) return [];
  try {
    like(pattern);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof LikePatternError)) throw thrown;
    return [`has a repositoryPattern that is not valid: ${thrown.message}; "\\\\%" is a percent sign itself.`];
  }
}

import type { Address, ConfigurationId, RepositoryId } from "./ids";
import type { Settings } from "./settings";

/** One declared Configuration. Only the leaves that were declared are in `settings`. */
export interface DesiredConfiguration {
  readonly address: Address;
  readonly name: string;
  /** The live configuration to take over, whatever its name: from an import block. */
  readonly id?: ConfigurationId;
  /** Names that it had before, tried in this order when there is none of `name`. */
  readonly renamedFrom?: readonly string[];
  /** Analyzers that are not declared are removed. */
  readonly exclusiveAnalyzers?: boolean;
  /** Nothing that scanform does may delete it. */
  readonly preventDestroy?: boolean;
  readonly settings: Settings;
  /** The settings are all that it is to hold: what they lack is removed. */
  readonly whole?: true;
}

/** A configuration that is declared beside, or one that is live and managed elsewhere. */
export type ConfigurationRef = { readonly address: Address } | { readonly id: ConfigurationId };

/** What to do with the repositories that a rule matches. */
export type RuleTarget = { readonly leave: true } | { readonly configuration: ConfigurationRef };

/** A repository matches when any of the three selectors names it. */
export interface DesiredRule {
  readonly target: RuleTarget;
  readonly repositoryIds?: readonly RepositoryId[];
  readonly repositoryNames?: readonly string[];
  readonly repositoryPattern?: string;
}

/** Rules in order; the first that matches a repository decides. */
export interface DesiredAssignments {
  readonly address: Address;
  readonly rules: readonly DesiredRule[];
}

/** Which live configurations belong to what is declared, so that those that are not declared may be deleted. */
export interface ManagedScope {
  /** An SQL LIKE pattern of their names. */
  readonly names?: string;
  readonly all?: boolean;
  /** The most that may be deleted at once; when absent 3, or 30 % of the account if that is less. */
  readonly maxDeletes?: number;
}

/** What one account should hold. */
export interface Desired {
  readonly configurations: readonly DesiredConfiguration[];
  readonly assignments: readonly DesiredAssignments[];
  readonly managedScope?: ManagedScope;
  /** Live configurations that are to go away, whatever the scope is. */
  readonly deletions?: readonly ConfigurationId[];
}

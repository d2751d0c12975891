import type { TriageCategory } from "./findings";
import type { Address, ConfigurationId, RepositoryId } from "./ids";
import type { LookupName, Sought } from "./look-up";
import type { Settings } from "./settings";
import type { Written } from "./written";

/** One declared Configuration. Only the leaves that were declared are in `settings`. */
export interface DesiredConfiguration {
  readonly address: Address;
  readonly name: string;
  /** The live configuration to adopt, whatever its name: from an import block. */
  readonly id?: ConfigurationId;
  /** Former names, tried in this order when no live configuration has `name`. */
  readonly renamedFrom?: readonly string[];
  /** Removes analyzers that are not declared. */
  readonly exclusiveAnalyzers?: boolean;
  /** Refuses every plan that would delete it. */
  readonly preventDestroy?: boolean;
  readonly settings: Settings;
  /** Its lists have no order, as Terraform's sets: one that has the live members keeps their order. */
  readonly unordered?: true;
  /** The settings are complete: whatever else the configuration holds is removed. */
  readonly whole?: true;
}

/** A configuration of the same declaration, or a live one that is managed elsewhere. */
export type ConfigurationRef = { readonly address: Address } | { readonly id: ConfigurationId };

/** What happens to the repositories that a rule matches. */
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

/** What was decided about one finding: specification, *Triage*. The service stores the category alone. */
export interface DesiredTriage {
  readonly address: Address;
  readonly findingId: string;
  /** Null for no triage, which only a rollback asks for. */
  readonly category: TriageCategory | null;
  /** Why, for its reviewer. */
  readonly justification: string;
  /** A date, whose whole day in UTC belongs to it, or an RFC 3339 date-time. */
  readonly expires?: string;
}

/** The live configurations that this declaration owns: pruning deletes those of them that it does not declare. */
export interface ManagedScope {
  /** An SQL LIKE pattern of their names. */
  readonly names?: string;
  readonly all?: boolean;
  /** The maximum number of deletions in one plan. Default: 3, or 30 % of the account if that is less. */
  readonly maxDeletes?: number;
}

/** One object of the account that the declaration looks up. */
export interface Lookup {
  readonly kind: LookupName;
  readonly sought: Sought;
  /** A UUID in place of the object's id everywhere the declaration uses it. */
  readonly placeholder: string;
  /** Where it is declared: an address such as `data.scanform_repository.docs`, and a JSON pointer to what is given. */
  readonly address: string;
  readonly path: string;
}

/** What one account should hold. */
export interface Desired {
  readonly configurations: readonly DesiredConfiguration[];
  readonly assignments: readonly DesiredAssignments[];
  /** Absent where none is declared. */
  readonly triages?: readonly DesiredTriage[];
  readonly managedScope?: ManagedScope;
  /** Live configurations to delete, whether or not they are in scope. */
  readonly deletions?: readonly ConfigurationId[];
  /** Objects whose ids the plan fills in. Absent once it has. */
  readonly lookups?: readonly Lookup[];
  /** In place of a declaration, of which there is none then: what is to be as it was before an apply. */
  readonly putBack?: Written;
}

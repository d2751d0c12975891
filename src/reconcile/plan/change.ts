import type { LeafChange } from "../../model/compare-settings";
import type { ConfigurationRef, DesiredConfiguration } from "../../model/desired";
import type { Configuration, Repository } from "../../model/observed";
import type { AccountId, Address, ConfigurationId } from "../../model/ids";
import type { Settings } from "../../model/settings";

/** The account that a plan is for. */
export interface PlanAccount {
  readonly id: AccountId;
  readonly name?: string;
  /** The service lists it as one that is not active. */
  readonly inactive?: true;
  /** The alias of the provider block that declares it. */
  readonly alias?: string;
  /** Where it is, without /v1. */
  readonly baseUrl?: string;
}

/** An account that is declared, perhaps without its id: null before the service is asked. */
export type DeclaredIdentity = Omit<PlanAccount, "id"> & { readonly id: AccountId | null };

/** The change of one declared configuration. */
export interface ConfigurationChange {
  readonly address: Address;
  /** `adopt`: the declaration takes over a live configuration of another name. */
  readonly action: "create" | "update" | "adopt" | "no-op";
  readonly declared: DesiredConfiguration;
  /** The live configuration; absent for a creation. */
  readonly live?: Configuration;
  readonly changes: readonly LeafChange[];
  /** The planned settings, including undeclared ones. */
  readonly after: Settings;
  /** The number of repositories that have it before and after. */
  readonly repositories: number;
}

/** The repositories of a live configuration before the plan, in the order of their names. */
export type Holders = (id: ConfigurationId) => readonly Repository[];

/** A live configuration that is no longer declared and will be deleted. */
export interface Deletion {
  /** It is not declared, so the address names the live one: `undeclared.<id>`. */
  readonly address: Address;
  readonly live: Configuration;
  /** Requested by id, not found through the managed scope. */
  readonly named: boolean;
  /** The repositories that still have it after the plan. */
  readonly remaining: readonly Repository[];
}

/** A change of a live configuration. */
export type LiveChange = ConfigurationChange & { readonly live: Configuration };

/** The declared configurations that are live, by id. */
export const changesById = (all: readonly ConfigurationChange[]): ReadonlyMap<ConfigurationId, ConfigurationChange> =>
  new Map(all.flatMap((each) => (each.live === undefined ? [] : [[each.live.id, each]])));

/** The rule that matches a repository. */
export interface RuleMatch {
  /** Counted from 0; shown from 1. Absent for a rollback, of which nobody has written rules. */
  readonly rule?: number;
  /** The selector that matched: the repository's id, its name, or the pattern. */
  readonly matched: string;
}

/** `rule 2: payments-%` */
export const ruleText = ({ rule, matched }: RuleMatch): string =>
  rule === undefined ? "rollback" : `rule ${String(rule + 1)}: ${matched}`;

/** A repository that gets another configuration. */
export interface Move {
  readonly repository: Repository;
  readonly assignments: Address;
  readonly by: RuleMatch;
  readonly from?: ConfigurationId;
  /** For display; the id when the configuration has no name or is not listed. */
  readonly fromName: string | null;
  readonly to: ConfigurationRef;
  readonly toName: string;
}

/** The parts of a plan that the others follow from. */
export interface PlannedChanges {
  readonly configurations: readonly ConfigurationChange[];
  readonly deletions: readonly Deletion[];
  readonly moves: readonly Move[];
  readonly holders: Holders;
}

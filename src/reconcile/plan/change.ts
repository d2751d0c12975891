import type { ConfigurationRef, DesiredConfiguration } from "../../model/desired";
import type { LeafChange } from "../../model/compare-settings";
import type { Configuration, Repository } from "../../model/entities";
import type { Address, ConfigurationId } from "../../model/ids";
import type { RepositoryClass } from "../../model/repository-class";
import { settingNames, type Settings } from "../../model/settings";

/** What happens to one declared configuration. */
export interface ConfigurationChange {
  readonly address: Address;
  /** `adopt`: a live configuration of another name becomes this one. */
  readonly action: "create" | "update" | "adopt" | "no-op";
  readonly declared: DesiredConfiguration;
  /** The live configuration, unless it is to be created. */
  readonly live?: Configuration;
  readonly changes: readonly LeafChange[];
  /** Everything that it will hold, what was not declared included. */
  readonly after: Settings;
  /** How many repositories have it before and after. */
  readonly repositories: number;
}

/** The repositories of a live configuration before the plan, in the order of their names. */
export type Holders = (id: ConfigurationId) => readonly Repository[];

/** A live configuration that is not declared any more and goes away. */
export interface Deletion {
  /** Nobody declares it, so this names the live one: `undeclared.<id>`. */
  readonly address: Address;
  readonly live: Configuration;
  /** Somebody asked for this one, and it is not only owned. */
  readonly named: boolean;
  /** The repositories that have it after the plan. */
  readonly remaining: readonly Repository[];
}

/** One repository that gets another configuration. */
export interface Move {
  readonly repository: Repository;
  readonly assignments: Address;
  readonly rule: string;
  readonly from?: ConfigurationId;
  /** For people; an id where the configuration has no name or is not listed. */
  readonly fromName: string | null;
  readonly to: ConfigurationRef;
  readonly toName: string;
  /** In what the settings of the two differ: the same array for all that move between the same two. */
  readonly changes: readonly LeafChange[];
  readonly class: RepositoryClass | "unaffected";
}

/** The top-level settings that a change touches. */
export const changedSettings = (each: ConfigurationChange): Settings => {
  const names = new Set<string>(each.changes.map(({ setting }) => setting));
  return Object.fromEntries(settingNames.filter((name) => names.has(name)).map((name) => [name, each.after[name]]));
};

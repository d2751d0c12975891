import type { IResolvable } from "cdktf";
import type { IConfiguration } from "./configuration-reference";
import type { Texts } from "./configuration-props";

interface Selectors {
  /** Exact names, upper and lower case as they are. */
  readonly repositoryNames?: Texts;
  /** UUIDs. */
  readonly repositoryIds?: Texts;
  /** An SQL LIKE pattern for the whole name: `%` is any text, `_` any one character. */
  readonly repositoryPattern?: string;
}

type AtLeastOne<T> = { readonly [K in keyof T]-?: Required<Pick<T, K>> }[keyof T];

/**
 * A repository matches when any of the selectors names it. There is at least one; one that is absent matches nothing.
 * Service specification: *Endpoints > Configurations*.
 */
export type RepositorySelectors = Selectors & AtLeastOne<Selectors>;

/** Matching repositories get this configuration. */
export type ConfigureRule = RepositorySelectors & {
  /** The configuration, a token of its id, or the UUID of a live one. */
  readonly configuration: IConfiguration | string;
  readonly leave?: never;
};

/** Matching repositories stay as they are, whatever later rules say. */
export type LeaveRule = RepositorySelectors & {
  /** Always true. */
  readonly leave: true;
  readonly configuration?: never;
};

/** A rule of RepositoryAssignments: what it matches, and either a configuration or `leave: true`. */
export type AssignmentRule = ConfigureRule | LeaveRule;

/** Rules in order, or a token of them in Terraform's own form. */
export type AssignmentRules = readonly AssignmentRule[] | IResolvable;

import type { LeafVerdict } from "../model/leaf-verdict";
import type { AccountDocument, FailedAccountDocument, PlanDocument } from "../report/document";

/**
 * What a page contains for its script: the document of the plan. Many repositories share a configuration, a rule and
 * what changes, so these are in lists, and are elsewhere as the position in a list.
 */
export interface PageFacts extends Omit<PlanDocument, "accounts"> {
  /** Those without a plan. */
  readonly failed: readonly FailedAccountDocument[];
  /** The worst first. */
  readonly accounts: readonly AccountFacts[];
}

/** A position in a list. */
type At = number;

/** Parts of the document that are not distinguished any further. */
type Whole = Omit<
  AccountDocument,
  "effects" | "changes" | "moves" | "deletions" | "rules" | "before" | "after" | "apply"
>;

/** An account: its moves, its deletions and the repositories of its effects follow from these. */
export interface AccountFacts extends Whole {
  /** `account acme (5f0c41d2) at findings.example.com` */
  readonly label: string;
  readonly isRollback: boolean;
  /** What an earlier plan does not do, with --since. */
  readonly since?: { readonly repositories: readonly At[] };
  readonly leaves: readonly LeafFacts[];
  /** Leaves that change together. */
  readonly changes: readonly (readonly At[])[];
  readonly parts: readonly SettingsPart[];
  readonly settings: readonly SettingsFacts[];
  /** Those that are there after an apply, then those that go away. */
  readonly configurations: readonly ConfigurationFacts[];
  readonly rules: readonly RuleFacts[];
  readonly effects: readonly EffectFacts[];
  /** In the order of their names. */
  readonly repositories: readonly RepositoryFacts[];
  /** Those of `repositories` that the service does not scan. */
  readonly unscanned: readonly At[];
}

type Leaf = AccountDocument["effects"][number]["weaker"][number];

export interface LeafFacts extends Leaf {
  readonly verdict: LeafVerdict;
  /** What it means, with its values, as a plan in the terminal has it. */
  readonly text: string;
}

/** A setting, or one entry of a setting that has several: its key in an object, or its position in a list. */
export type SettingsPart =
  readonly [setting: string, value: unknown] | readonly [setting: string, value: unknown, key: string | number];

/** The settings of a configuration: its parts, or those of other settings without some and with these. */
export interface SettingsFacts {
  readonly parts: readonly At[];
  readonly like?: At;
  readonly without?: readonly At[];
}

type Change = AccountDocument["changes"][number];

export interface ConfigurationFacts {
  /** Null before it is created. */
  readonly id: string | null;
  /** Null where it is not declared. */
  readonly address: string | null;
  /** Where it is declared. */
  readonly location?: string;
  /** Absent where it is yet to be created. */
  readonly before?: StateFacts;
  /** Absent where it goes away. */
  readonly after?: StateFacts;
  /** Absent where it stays as it is. */
  readonly change?: ChangeFacts;
}

/** A configuration at one time: null where that is not known. */
type StateFacts = readonly [name: string | null, settings: At | null];

interface ChangeFacts extends Pick<Change, "action"> {
  /** The number of repositories that have it before and after, or that still have it where it is deleted. */
  readonly stay: number;
  /** Those of `changes`. */
  readonly leaves: At;
  /** Where these are written; null where that is not known. Absent where none is. */
  readonly locations?: readonly (string | null)[];
}

type Rule = AccountDocument["rules"][number];

/**
 * A rule. What it selects by id is a position among the repositories, or an id where there is none; its target is a
 * position among the configurations, and null where it leaves.
 */
export interface RuleFacts extends Omit<Rule, "to" | "repository_ids"> {
  readonly repository_ids: readonly (At | string)[];
  readonly to: At | null;
}

type Effect = AccountDocument["effects"][number];

/** An effect, between positions among the configurations. */
export interface EffectFacts extends Pick<Effect, "class" | "mixed"> {
  readonly from: At | null;
  readonly to: At | null;
  readonly changes: At;
  readonly findings?: FindingsFacts;
}

type EffectFindings = NonNullable<Effect["findings"]>;

/** The open findings of an effect, with the words of a plan in the terminal. */
export interface FindingsFacts extends Omit<EffectFindings, "worst"> {
  /** `41 open of the last 30 days (3 critical, 38 low)` */
  readonly text: string;
  readonly worst: readonly (EffectFindings["worst"][number] & {
    readonly text: string;
    /** Its address, where that is one of http or https. */
    readonly link?: string;
  })[];
}

/** A repository; null where it has no such thing. */
export type RepositoryFacts = readonly [
  id: string,
  name: string | null,
  from: At | null,
  to: At | null,
  effect: At | null,
  rule: At | null,
];

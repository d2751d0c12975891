import type { z } from "zod";
import type { LostRule } from "../reconcile/explain/explain";
import type { LeafVerdict, RepositoryClass } from "../model/leaf-verdict";
import type { accountShape } from "../report/document-shape";

/**
 * What a page contains for its script: the facts of the document of the plan, and what else a reviewer asks for, each
 * once. Many repositories share a configuration, a rule and what changes, so these are in lists, and are elsewhere
 * as the position in a list.
 */
export interface PageFacts {
  /** The worst first, as in the document. */
  readonly accounts: readonly AccountFacts[];
}

/** A position in a list. */
type At = number;

type Document = z.infer<typeof accountShape>;

/** Parts of the document that a page has as they are. */
type Kept = Pick<
  Document,
  | "account_id"
  | "account"
  | "summary"
  | "lines"
  | "unused"
  | "undeclared"
  | "triages"
  | "digest"
  | "requests"
  | "diagnostics"
> &
  Partial<Pick<Document, "future" | "no_longer_declared" | "findings" | "policies" | "waivers">>;

export interface AccountFacts extends Kept {
  /** `account acme (5f0c41d2) at findings.example.com` */
  readonly label: string;
  /** What an earlier plan does not do, with --since. */
  readonly since?: { readonly repositories: readonly At[] };
  readonly leaves: readonly LeafFacts[];
  /** Leaves that change together. */
  readonly changes: readonly (readonly At[])[];
  /** A setting, and its value in words. */
  readonly values: readonly (readonly [path: string, value: string])[];
  /** The values of a configuration. */
  readonly settings: readonly (readonly At[])[];
  /** The declared ones, then the others. */
  readonly configurations: readonly ConfigurationFacts[];
  readonly rules: readonly RuleFacts[];
  /** Rules that match a repository and do not decide about it. */
  readonly lost: readonly (readonly LostFacts[])[];
  readonly effects: readonly EffectFacts[];
  /** In the order of their names. Those that are known: all of the account, or those of a saved plan. */
  readonly repositories: readonly RepositoryFacts[];
  /** Those of `repositories` that the service does not scan. */
  readonly unscanned: readonly At[];
}

export interface LeafFacts {
  readonly verdict: LeafVerdict;
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  /** What it means, as a sentence. */
  readonly note?: string;
  /** The same with its values, as a plan in the terminal has it. */
  readonly text: string;
}

export interface ConfigurationFacts {
  /** Null before it is created. */
  readonly id: string | null;
  /** Null where it is not declared. */
  readonly address: string | null;
  /** Its name now, and after an apply: null where it has none. */
  readonly was: string | null;
  readonly name: string | null;
  /** What is shown after its name where another configuration has that too: ` (5f0c41d2)`. */
  readonly distinction?: string;
  /** Where it is declared. */
  readonly place: string | null;
  /** Null where it stays as it is. */
  readonly action: "create" | "update" | "adopt" | "delete" | null;
  /** The number of repositories that have it before and after, or that still have it where it is deleted. */
  readonly stay?: number;
  /** Those of `changes`. */
  readonly changes: At | null;
  /** Those of `settings`, before and after; null where there are none, or they are not known. */
  readonly before: At | null;
  readonly after: At | null;
}

export interface RuleFacts {
  /** Counted from 1. */
  readonly rule: number;
  readonly address: string;
  readonly pattern: string | null;
  /** `assigns strict`, `leaves it where it is` */
  readonly does: string;
  /** The same of a rule that does not decide: `would assign strict`. */
  readonly would: string;
  /** Where it is written, or its address. */
  readonly place: string;
  readonly configuration: At | null;
  /** How many of the repositories it decides about. */
  readonly decides: number;
}

export type LostFacts = readonly [rule: At, by: Selector, why: LostRule["why"]];

/** Which selector of a rule matched: the id, the name or the pattern. */
export type Selector = 0 | 1 | 2;

export interface EffectFacts {
  readonly class: RepositoryClass;
  readonly mixed: boolean;
  readonly from: At | null;
  readonly to: At | null;
  readonly changes: At;
  readonly findings?: FindingsFacts;
}

type EffectFindings = Exclude<Document["effects"][number]["findings"], undefined>;

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
  by: Selector | null,
  lost: At | null,
];

import type { AccountExplanation, ConfigurationExplanation } from "../../reconcile/explain/explain-account";
import type { RepositoryExplanation } from "../../reconcile/explain/explain-repository";
import type { PlanAccount } from "../../reconcile/plan/change";
import type { PolicyTitles } from "../sentence";

/** What is needed to show an explanation, whatever it is of. */
interface Shown {
  readonly account: PlanAccount;
  /** Where the construct of an address, or one of its rules, is made: `main.ts:31:5`. */
  readonly locationOf: (address: string, rule?: number) => string | undefined;
  /** What a rule's target is called; undefined for a rule that leaves. */
  readonly nameOf: (rule: NamedRule) => string | undefined;
}

export type NamedRule = RepositoryExplanation["lost"][number]["declared"];

export interface ExplainedRepository extends Shown, RepositoryExplanation {
  /** It is in the account. */
  readonly exists: boolean;
  /** What is said of a name that is not in the account, such as the nearest names; else "". */
  readonly hint: string;
  readonly titles: PolicyTitles;
}

export interface ExplainedConfiguration extends Shown, ConfigurationExplanation {
  readonly titles: PolicyTitles;
}

export interface ExplainedAccount extends Shown, AccountExplanation {}

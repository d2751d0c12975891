import type { Colors as Picocolors } from "picocolors/types";
import type { Diagnostic } from "../diagnostics/diagnostic";
import type { Applied } from "../reconcile/apply/apply";
import type { Afterwards } from "../reconcile/plan/afterwards";
import type { PlanAccount } from "../reconcile/plan/change";
import type { Plan } from "../reconcile/plan/plan";
import type { AccountComparison } from "./compare/compare";
import type { PolicyReview } from "./policy-review";

/** How to colour; picocolors makes one for a terminal and one for anything else. */
export type Colors = Picocolors;

/** What of a plan is shown in detail. Its counts and its verdict are always those of the whole. */
export interface Part {
  /** SQL LIKE. */
  readonly pattern: string;
  /** Whether a name, an id or an address matches. */
  readonly matches: (name: string) => boolean;
}

/** An account of which there is no plan. */
export interface FailedAccount {
  readonly account: PlanAccount;
  /** Why; each says of which account it is. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What is said of all of them. */
export const problemsOf = (failed: readonly FailedAccount[] = []): readonly Diagnostic[] =>
  failed.flatMap(({ diagnostics }) => diagnostics);

/** How plans are shown. */
export interface View {
  readonly colors: Colors;
  /** Columns of the terminal; absent where there is none. */
  readonly columns?: number;
  /** Everything is printed, whatever room it takes. */
  readonly full?: boolean;
  /** Only this part is shown in detail, which text alone can do. */
  readonly only?: Part;
  /** What has changed since an earlier plan, of each account; a page alone shows it. */
  readonly since?: readonly AccountComparison[];
  /** Accounts without a plan, which come first; of text stderr says it. */
  readonly failed?: readonly FailedAccount[];
  /** Where the page of the plan will be, for Markdown to link: http or https, encoded. */
  readonly pageUrl?: string;
}

/** How something other than a plan is printed to stdout. */
export interface Printer<Report> {
  /** Everything is one document for a program, diagnostics included: stderr repeats none of them. */
  readonly machineReadable: boolean;
  readonly print: (report: Report, view: View) => string;
}

/** A plan, and what became of it. */
export interface AppliedPlan {
  readonly plan: PlanReport;
  readonly applied: Applied;
  /** Nothing of it has arrived: the account is as it was. */
  readonly isUntouched: boolean;
}

/** What a format of `--format` prints to stdout. */
export interface Renderer {
  /** Everything is one document for a program, diagnostics included: stderr repeats none of them. */
  readonly machineReadable: boolean;
  plans(plans: readonly PlanReport[], view: View): string;
  /** Printed in place of plans after an error; "" where stderr says it all. */
  errors(diagnostics: readonly Diagnostic[]): string;
}

/** A format in which an apply can be printed too. */
export interface ApplyRenderer extends Renderer {
  /** What became of one plan, of several or alone, as soon as it is known; "" where `outcomes` prints it. */
  outcome(applied: AppliedPlan, several: boolean, colors: Colors): string;
  /** What became of all plans, at the end; "" where `outcome` has printed it. @param failed those without a plan */
  outcomes(all: readonly AppliedPlan[], failed: readonly FailedAccount[]): string;
}

/** What of a plan is shown. A saved plan holds it, so that it can be shown without the account. */
export type PlanReport = Pick<
  Plan,
  | "account"
  | "configurations"
  | "deletions"
  | "moves"
  | "effects"
  | "unused"
  | "triages"
  | "repositories"
  | "unmoved"
  | "settled"
  | "unclaimed"
  | "undeclared"
  | "base"
  | "findings"
  | "requests"
  | "refusals"
  | "diagnostics"
  | "policyTitles"
  | "digest"
  | "locations"
> & { readonly desired: Pick<Plan["desired"], "assignments" | "putBack"> } & WithPolicies;

/** What policies are given besides the plan, and what they say. */
export interface WithPolicies {
  /** What holds once the plan is applied; absent where no policy is asked for. */
  readonly standing?: Afterwards;
  /** What holds now; absent where no policy is asked for. */
  readonly before?: Afterwards;
  /** Absent without --policy. */
  readonly policies?: PolicyReview;
}

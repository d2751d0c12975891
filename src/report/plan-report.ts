import type { Plan } from "../reconcile/plan/plan";

/** What of a plan is shown. A saved plan holds it, so that it can be shown without the account. */
export type PlanReport = Pick<
  Plan,
  | "account"
  | "configurations"
  | "deletions"
  | "moves"
  | "effects"
  | "triages"
  | "repositories"
  | "unmoved"
  | "settled"
  | "unclaimed"
  | "requests"
  | "refusals"
  | "diagnostics"
  | "policyTitles"
  | "digest"
  | "writes"
> & { readonly desired: Pick<Plan["desired"], "assignments"> };

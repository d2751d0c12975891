import type { Drift } from "../../reconcile/drift/drift";
import type { PlanAccount } from "../../reconcile/plan/change";
import type { PlanReport } from "../plan-report";
import type { PolicyTitles } from "../sentence";

/** What has moved in one account, and what is declared and not applied yet. */
export interface DriftReport {
  readonly account: PlanAccount;
  /** Null where nothing says what the last apply left. */
  readonly drift: Drift | null;
  /** When that was: ISO 8601; null where it is not known. */
  readonly since: string | null;
  /** The plan of the account as if nothing had drifted. It deletes nothing, so it has no refusals. */
  readonly pending: PlanReport;
  readonly titles: PolicyTitles;
}

/** Something has moved, whether or not a repository feels it. */
export const hasDrifted = ({ drift }: DriftReport): boolean =>
  drift !== null && drift.configurations.length + drift.repositories.length > 0;

/** Something is declared and not applied yet. */
export const isPending = ({ pending }: DriftReport): boolean => pending.writes.length > 0;

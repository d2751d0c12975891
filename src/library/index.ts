import { setTimeout as sleep } from "node:timers/promises";
import { ScanformError } from "../diagnostics/error";
import { type Applied, apply as applyPlan } from "../reconcile/apply/apply";
import type { Journal } from "../reconcile/apply/execute";
import { type Plan, type PlanOptions } from "../reconcile/plan/plan";
import type { Reader, Writer } from "../reconcile/ports";
import { chooseAccount } from "../reconcile/refresh/choose-account";
import { replan } from "../reconcile/refresh/replan";
import { checkedSemantics, type DesiredInput, desiredOf } from "./input";
import { refreshAndPlan } from "../reconcile/refresh/refresh";

export type { Diagnostic } from "../diagnostics/diagnostic";
export { ScanformError } from "../diagnostics/error";
export type { Settings } from "../model/settings";
export type { Applied } from "../reconcile/apply/apply";
export type { ConfigurationChange, Deletion, Move } from "../reconcile/plan/change";
export type { Journal } from "../reconcile/apply/execute";
export type { Outcome } from "../reconcile/apply/outcome";
export type { Plan, PlanOptions } from "../reconcile/plan/plan";
export type { Reader, Writer } from "../reconcile/ports";
export type { Semantics } from "../reconcile/semantics";
export { ServiceClient, type ServiceClientOptions } from "../service/index";
export type { ConfigurationInput, DesiredInput, RuleInput } from "./input";

export interface PlanRequest extends PlanOptions {
  /** A ServiceClient; one made with `readOnly: true` cannot write whatever happens. */
  readonly client: Reader;
  /** Not needed when the key reaches one account. */
  readonly accountId?: string;
  readonly desired: DesiredInput;
  readonly signal?: AbortSignal;
}

/**
 * Compares what is declared with what one account holds. Sends nothing but GET.
 *
 * @throws ScanformError with everything that is wrong with the declaration, or ServiceError
 */
export async function plan({ client, accountId, desired, signal, ...options }: PlanRequest): Promise<Plan> {
  const wanted = desiredOf(desired);
  const semantics = checkedSemantics(options.semantics);
  const account = await chooseAccount(client, accountId, signal);
  return refreshAndPlan(client, account, wanted, { ...options, ...(semantics && { semantics }) }, { signal });
}

export interface ApplyRequest {
  readonly client: Reader & Writer;
  /** Once it is aborted nothing more is begun; what is under way is waited for. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Is told of each write before it is sent and after. */
  readonly journal?: Journal;
}

/**
 * Applies exactly this plan, or nothing if what it rests on has moved since, and reads back whether the
 * service holds it. Never throws for a write that fails: see `Applied.outcomes`.
 *
 * @throws ScanformError `plan-stale`, or what refuses the plan
 */
export async function apply(reviewed: Plan, request: ApplyRequest): Promise<Applied> {
  if (reviewed.refusals.length > 0) throw new ScanformError(reviewed.refusals);
  const { client, ...options } = request;
  const fresh = await replan(client, reviewed, "The plan", request.signal);
  return applyPlan(fresh, { ...options, reader: client, writer: client, sleep: (ms) => sleep(ms) });
}

import { setTimeout as sleep } from "node:timers/promises";
import { fail, ScanformError } from "../diagnostics/error";
import { type Applied, apply as applyPlan } from "../reconcile/apply/apply";
import type { Journal } from "../reconcile/apply/execute";
import { isEmpty, type Plan, type PlanOptions } from "../reconcile/plan/plan";
import type { Reader, Writer } from "../reconcile/ports";
import { chooseAccount } from "../reconcile/refresh/choose-account";
import { replan } from "../reconcile/refresh/replan";
import { type DesiredInput, desiredOf } from "./input";
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
export { ServiceClient, type ServiceClientOptions } from "../service/index";
export type { ConfigurationInput, DesiredInput, RuleInput, TriageInput } from "./input";

/** What to plan, for which account, and with which client. */
export interface PlanRequest extends PlanOptions {
  /** A ServiceClient; one made with `readOnly: true` can never write. */
  readonly client: Reader;
  /** Not needed when the key reaches one account. */
  readonly accountId?: string;
  /** The declaration. */
  readonly desired: DesiredInput;
  /** After an abort nothing more is read. */
  readonly signal?: AbortSignal;
}

/**
 * Compares the declaration with the live account. Sends only GET requests.
 *
 * @example
 * ```ts
 * const { moves, writes } = await plan({
 *   client,
 *   desired: {
 *     configurations: [{ name: "strict", settings: { analyzers: { secrets: { enabled: true, blocking: true } } } }],
 *     rules: [{ configuration: "strict", repositoryPattern: "payments-%" }],
 *   },
 * });
 * console.log(`${String(writes.length)} requests, ${String(moves.length)} repositories move`);
 * ```
 *
 * @throws ScanformError with every error in the declaration, or ServiceError
 */
export async function plan({ client, accountId, desired, signal, ...options }: PlanRequest): Promise<Plan> {
  const wanted = desiredOf(desired);
  const account = await chooseAccount(client, accountId, signal);
  return refreshAndPlan(client, account, wanted, options, { signal });
}

/** With which client a plan is applied. */
export interface ApplyRequest {
  /** A ServiceClient that may write. */
  readonly client: Reader & Writer;
  /** After an abort no further write is started; writes in flight are awaited. */
  readonly signal?: AbortSignal;
  /** Called after each write with the numbers of writes. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Receives each write before it is sent and after its result. */
  readonly journal?: Journal;
}

/**
 * Applies exactly this plan, or nothing if it would decide otherwise by now, and verifies the result by reading it
 * back. Does not throw for a failed write: see `Applied.outcomes`.
 *
 * @example
 * ```ts
 * const reviewed = await plan({ client, desired: { configurations: [{ name: "strict" }] } });
 * const { verified, outcomes } = await apply(reviewed, { client });
 * console.log(verified ? "the service holds it" : outcomes);
 * ```
 *
 * @throws ScanformError `plan-stale`, or the refusals of the plan
 */
export async function apply(reviewed: Plan, request: ApplyRequest): Promise<Applied> {
  if (reviewed.refusals.length > 0) throw new ScanformError(reviewed.refusals);
  const { client, ...options } = request;
  const fresh = await replan(client, reviewed, "The plan", { signal: request.signal });
  if (isEmpty(fresh) && !isEmpty(reviewed)) fail("plan-stale", "The plan is already applied: nothing is left of it.");
  return applyPlan(fresh, { ...options, reader: client, writer: client, sleep: (ms) => sleep(ms) });
}

import { warning } from "../../diagnostics/diagnostic";
import { ScanformError } from "../../diagnostics/error";
import type { Impact } from "../plan/impact";
import type { Plan } from "../plan/plan";
import type { FindingsReader } from "../ports";
import { Budget } from "./budget";
import { concernedBy } from "./concerned";
import { count } from "./count";
import { readFindings } from "./read-findings";

export interface ImpactOptions {
  /** 1 to 365 */
  readonly days: number;
  /** Sends at most so many requests. */
  readonly limit: number;
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Called after each request; how many are expected may grow. */
  readonly onProgress?: ((done: number, expected: number) => void) | undefined;
}

const millisecondsPerDay = 86_400_000;

/**
 * What a plan would have meant for the findings of the last days: which of them its settings may touch (`touchesOf`). An
 * estimate, whose figures contain what is true of any service that keeps to the assumptions there. Reads only, and only
 * findings of the repositories that the plan may touch.
 *
 * Findings that cannot be read are a warning, and there is no figure.
 *
 * @throws what a request throws that was interrupted
 */
export async function impactOf(
  reader: FindingsReader,
  plan: Plan,
  { days, limit, now, signal, onProgress }: ImpactOptions,
): Promise<Impact> {
  const until = now();
  const time = {
    since: new Date(until - days * millisecondsPerDay).toISOString(),
    until: new Date(until).toISOString(),
  };
  const concerned = concernedBy(plan);
  const repositories = concerned.flatMap((each) => each.repositories);
  const budget = new Budget(limit, repositories.length, onProgress);
  if (repositories.length === 0) {
    const nothing = { found: [], unread: () => 0 };
    return { ...time, ...count(plan, [], nothing, () => false), requests: 0 };
  }
  const names = new Set(plan.after().repositories.flatMap(({ repository: { name } }) => name ?? []));
  const query = { account: plan.account.id, days, concerned: repositories, names };
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  try {
    const read = await readFindings(reader, query, budget, { signal: either });
    const counted = count(plan, concerned, read, () => false);
    return { ...time, ...counted, requests: budget.sent, ...(budget.isCut ? { isCut: true } : {}) };
  } catch (thrown) {
    if (!(thrown instanceof ScanformError) || signal?.aborted === true) throw thrown;
    const nothing = count(plan, concerned, { found: [], unread: () => undefined }, () => false);
    const unread = warning("impact-unread", `${thrown.message} The plan itself is complete.`);
    return { ...time, ...nothing, requests: budget.sent, warnings: [unread] };
  } finally {
    stop.abort(); // what is still asked for when one request has failed
  }
}

import { type Diagnostic, warning } from "../../diagnostics/diagnostic";
import { fail, ScanformError } from "../../diagnostics/error";
import type { Impact } from "../plan/impact";
import type { Plan } from "../plan/plan";
import type { FindingsReader } from "../ports";
import { Budget } from "./budget";
import { concernedBy, type TouchedFinding, touchedFindings } from "./concerned";
import { count } from "./count";
import { withoutPassed } from "./passed-scans";
import { readFindings, type ReadFindings } from "./read-findings";

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
 * @throws ScanformError `interrupted`
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
  if (repositories.length === 0) return { ...time, ...count(plan, [], [], () => 0), requests: 0 };

  // the scan of a finding may have been completed before the finding was recorded
  const dayBefore = new Date(until - (days + 1) * millisecondsPerDay).toISOString();
  const stop = new AbortController();
  const options = { signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]) };
  const expected = (thrown: unknown): ScanformError => {
    if (signal?.aborted === true) fail("interrupted", "Nothing was changed.", {}, thrown);
    if (!(thrown instanceof ScanformError)) throw thrown;
    return thrown;
  };
  const names = new Set(plan.after().repositories.flatMap(({ repository: { name } }) => name ?? []));
  const query = { account: plan.account.id, days, concerned: repositories, names };
  const warnings: Diagnostic[] = [];
  const result = (touched: readonly TouchedFinding[], unread: ReadFindings["unread"]): Impact => ({
    ...time,
    ...count(plan, concerned, touched, unread),
    requests: budget.sent,
    ...(budget.isCut ? { isCut: true } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  });
  try {
    const { found, unread } = await readFindings(reader, query, budget, options);
    const touched = touchedFindings(concerned, found);
    const narrowed = await withoutPassed(
      reader,
      { account: plan.account.id, since: dayBefore },
      touched,
      budget,
      options,
    ).catch((thrown: unknown) => {
      const { message } = expected(thrown);
      warnings.push(warning("impact-unsure", `${message} More findings may be counted as blocking than do.`));
      return touched;
    });
    return result(narrowed, unread);
  } catch (thrown) {
    const { message } = expected(thrown);
    warnings.push(warning("impact-unread", `${message} The plan itself is complete.`));
    return result([], () => undefined);
  } finally {
    stop.abort(); // what is still asked for when one request has failed
  }
}

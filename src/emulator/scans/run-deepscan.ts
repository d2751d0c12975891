import type { EmulatorContext } from "../state/context";
import type { AccountStore } from "../state/store";
import { recordedResults, seriesOfDeepscan } from "./assumptions";
import { sampleDeepscan } from "./samples";
import type { DeepscanContent, SeedDeepscan } from "./scan-seed";
import { isCompleted, newestFirst, oldestFirst } from "./scan-store";

/** The time that a deepscan stays queued: long enough to be observed, short enough to wait for. */
const queueMilliseconds = 5_000;

/** Runs a deepscan and records its findings. A completed deepscan is run again. */
export function runDeepscan(
  account: AccountStore,
  deepscan: SeedDeepscan,
  content: DeepscanContent,
  at: Date,
): SeedDeepscan {
  const series = seriesOfDeepscan(deepscan);
  const earlier = newestFirst(account.scanRecords.deepscansOf(deepscan.repository_id)).filter(
    (each) => isCompleted(each) && seriesOfDeepscan(each) === series,
  );
  const [before] = earlier;
  const firstSeen = new Map(
    earlier.flatMap(({ results = [], sca_results = [] }) =>
      [...results, ...sca_results].map(({ id, created_at }) => [id, created_at]),
    ),
  );
  const { results = sampleDeepscan.results, sca_results = sampleDeepscan.sca_results } = content;
  const now = at.toISOString();
  const found = recordedResults(series, { results, sca_results }, (id) => firstSeen.get(id) ?? now);
  const completed: SeedDeepscan = {
    ...deepscan,
    retry_count: deepscan.retry_count + (isCompleted(deepscan) ? 1 : 0),
    completed_at: now,
    // what is not given is as before
    results: content.results === undefined && before !== undefined ? (before.results ?? []) : found.results,
    sca_results:
      content.sca_results === undefined && before !== undefined ? (before.sca_results ?? []) : found.sca_results,
    components: content.components ?? (before ?? sampleDeepscan).components ?? [],
  };
  account.scanRecords.putDeepscan(completed);
  return completed;
}

/**
 * Runs the queued deepscans of an account that are due, as of the time when they became due. There is no
 * timer: every reader of deepscans calls this first.
 */
export function runDueDeepscans({
  context,
  account,
}: {
  readonly context: EmulatorContext;
  readonly account: AccountStore;
}): AccountStore {
  for (const deepscan of oldestFirst(account.scanRecords.deepscans())) {
    const due = Date.parse(deepscan.created_at) + queueMilliseconds;
    if (isCompleted(deepscan) || due > context.clock.now().getTime()) continue;
    runDeepscan(account, deepscan, {}, new Date(due));
  }
  return account;
}

import type { EmulatorContext } from "../state/context";
import type { AccountStore } from "../state/store";
import { deepscanFindingIdentity, deepscanQueueMs, scaFindingIdentity, seriesOfDeepscan } from "./assumptions";
import { findingIds } from "./finding-ids";
import { sampleDeepscan } from "./samples";
import type { DeepscanContent, SeedDeepscan } from "./scan-seed";
import { isCompleted, newestFirst, oldestFirst } from "./scan-store";

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
  const before = earlier[0];
  const firstSeen = firstSeenIn(earlier);
  const results = content.results ?? (before === undefined ? sampleDeepscan.results : undefined);
  const scaResults = content.sca_results ?? (before === undefined ? sampleDeepscan.sca_results : undefined);
  const recorded = <T extends object>(kind: string, items: readonly T[], identityOf: (item: T) => string) =>
    findingIds(`${kind} ${series}`, items, identityOf).flatMap((id, nth) => {
      const item = items[nth];
      return item === undefined ? [] : [{ ...item, id, created_at: firstSeen.get(id) ?? at.toISOString() }];
    });
  const completed: SeedDeepscan = {
    ...deepscan,
    retry_count: deepscan.retry_count + (isCompleted(deepscan) ? 1 : 0),
    completed_at: at.toISOString(),
    results: results === undefined ? (before?.results ?? []) : recorded("deepscan", results, deepscanFindingIdentity),
    sca_results:
      scaResults === undefined ? (before?.sca_results ?? []) : recorded("sca", scaResults, scaFindingIdentity),
    components: content.components ?? (before === undefined ? sampleDeepscan.components : (before.components ?? [])),
  };
  account.scanRecords.putDeepscan(completed);
  return completed;
}

/** The time at which each finding was first recorded. */
const firstSeenIn = (deepscans: readonly SeedDeepscan[]): ReadonlyMap<string, string> =>
  new Map(
    deepscans
      .flatMap(({ results = [], sca_results: scaResults = [] }) => [...results, ...scaResults])
      .map((finding) => [finding.id, finding.created_at]),
  );

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
    const due = Date.parse(deepscan.created_at) + deepscanQueueMs;
    if (isCompleted(deepscan) || due > context.clock.now().getTime()) continue;
    runDeepscan(account, deepscan, {}, new Date(due));
    void context.persist();
  }
  return account;
}

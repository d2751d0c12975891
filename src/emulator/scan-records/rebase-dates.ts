import type { ScanSeed } from "./scan-seed";

const dayMilliseconds = 86_400_000;

/**
 * Shifts the dates of a scan seed to the current time if it has a reference time: see `ScanSeed.scans_as_of`.
 *
 * @param now the current time in milliseconds
 */
export function rebaseDates({ scans_as_of: then, ...seed }: ScanSeed, now: number): Omit<ScanSeed, "scans_as_of"> {
  if (then === undefined) return seed;
  const ahead = now - Date.parse(then);
  const days = Math.floor(now / dayMilliseconds) - Math.floor(Date.parse(then) / dayMilliseconds);
  const later = (date: string): string => new Date(Date.parse(date) + ahead).toISOString();
  const moved = <T extends { readonly created_at: string }>(item: T): T => ({
    ...item,
    created_at: later(item.created_at),
  });
  const completed = (date: string | null | undefined) => (typeof date === "string" ? later(date) : null);
  return {
    scans: seed.scans?.map((scan) => ({
      ...moved(scan),
      completed_at: completed(scan.completed_at),
      findings: (scan.findings ?? []).map(moved),
    })),
    deepscans: seed.deepscans?.map((deepscan) => ({
      ...moved(deepscan),
      completed_at: completed(deepscan.completed_at),
      results: (deepscan.results ?? []).map(moved),
      sca_results: (deepscan.sca_results ?? []).map(moved),
    })),
    triage: seed.triage,
    insights: seed.insights?.map((each) => ({
      ...each,
      date: new Date(Date.parse(each.date) + days * dayMilliseconds).toISOString().slice(0, 10),
    })),
  };
}

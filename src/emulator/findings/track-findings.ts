import { isCompleted, oldestFirst } from "../scan-records/chronological";

/** A finding across all scans of its pull request or branch. */
export interface TrackedFinding<Scan, Finding> {
  /** The finding as recorded by the last scan that contains it. */
  readonly finding: Finding;
  /** That scan. */
  readonly scan: Scan;
  /** Whether that is the latest scan. */
  readonly present: boolean;
}

interface Dated {
  readonly created_at: string;
  readonly completed_at?: string | null;
}

/**
 * Lists every finding once, although several scans may contain it. Ignores scans in progress.
 *
 * @param seriesOf the key of the series that a scan belongs to, of which one scan is the latest
 */
export function trackFindings<Scan extends Dated, Finding extends { readonly id: string }>(
  scans: readonly Scan[],
  findingsOf: (scan: Scan) => readonly Finding[],
  seriesOf: (scan: Scan) => string,
): readonly TrackedFinding<Scan, Finding>[] {
  const latest = new Map<string, Scan>();
  const seen = new Map<string, { readonly finding: Finding; readonly scan: Scan }>();
  for (const scan of oldestFirst(scans.filter(isCompleted))) {
    latest.set(seriesOf(scan), scan);
    for (const finding of findingsOf(scan)) seen.set(finding.id, { finding, scan });
  }
  return [...seen.values()].map((each) => ({ ...each, present: latest.get(seriesOf(each.scan)) === each.scan }));
}

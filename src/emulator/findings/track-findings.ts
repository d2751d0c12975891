import { isCompleted, oldestFirst } from "../scan-records/chronological";

/** A finding over all scans of its pull request or branch. */
export interface TrackedFinding<Scan, Finding> {
  /** As the last scan that has it saw it. */
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
 * Every finding once, though many scans may have it. Scans that are under way have no say yet.
 *
 * @param contextOf what scans belong together, so that one of them is the latest
 */
export function trackFindings<Scan extends Dated, Finding extends { readonly id: string }>(
  scans: readonly Scan[],
  findingsOf: (scan: Scan) => readonly Finding[],
  contextOf: (scan: Scan) => string,
): readonly TrackedFinding<Scan, Finding>[] {
  const latest = new Map<string, Scan>();
  const seen = new Map<string, { readonly finding: Finding; readonly scan: Scan }>();
  for (const scan of oldestFirst(scans.filter(isCompleted))) {
    latest.set(contextOf(scan), scan);
    for (const finding of findingsOf(scan)) seen.set(finding.id, { finding, scan });
  }
  return [...seen.values()].map((each) => ({ ...each, present: latest.get(contextOf(each.scan)) === each.scan }));
}

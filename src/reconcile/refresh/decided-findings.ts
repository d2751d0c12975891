import { type FindingSummary, findingSummary, type TriageCategory } from "../../model/findings";
import type { AccountId } from "../../model/ids";
import type { ReadOptions, TriageReader } from "../ports";

/** A finding that somebody has dismissed. */
export interface Dismissal {
  readonly findingId: string;
  readonly category: TriageCategory;
  readonly finding: FindingSummary;
}

/** The live dismissals of an account. */
export interface Dismissals {
  readonly found: readonly Dismissal[];
  /** Only the newest findings were read, this many. */
  readonly of?: number;
}

/** The maximum of pages that are read of a large account. */
const mostPages = 50;
const perPage = 100;

/**
 * The findings of the latest scans that have a triage: the list of all findings has no filter for it, and costs a request
 * per hundred findings (specification, *all_findings query parameters*).
 *
 * @param pages the maximum number of requests
 */
export async function dismissals(
  reader: Pick<TriageReader, "allFindings">,
  account: AccountId,
  { signal, pages = mostPages }: Pick<ReadOptions, "signal"> & { readonly pages?: number },
): Promise<Dismissals> {
  const found = new Map<string, Dismissal>();
  let read = 0;
  for await (const finding of reader.allFindings(account, { days: 365, per_page: perPage }, { signal, pages })) {
    read += 1;
    const category = finding.triage?.category;
    if (category !== undefined && finding.state !== "resolved")
      found.set(finding.id.toLowerCase(), { findingId: finding.id, category, finding: findingSummary(finding) });
  }
  return { found: [...found.values()], ...(read < pages * perPage ? {} : { of: read }) };
}

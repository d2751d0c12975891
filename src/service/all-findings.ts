import { fail } from "../diagnostics/error";
import type { CombinedFinding, Pagination } from "../model/findings";

/** A page of findings and its position: specification, *Combined finding*. */
export interface FindingsPage {
  readonly data: readonly CombinedFinding[];
  readonly pagination: Pagination;
}

/**
 * The maximum number of times that an earlier page is read again, because findings have disappeared in the meantime.
 */
const mostBack = 100;

/**
 * Yields every finding from a page on once: new findings shift earlier ones to later pages, and disappearing ones
 * shift later ones to earlier pages, which are read again. Exactly one page is prefetched while another is consumed;
 * stopping early cancels it.
 *
 * @throws whatever fetching a page throws, after the findings before it have been yielded
 * @throws ScanformError `list-incomplete` when the service repeats one page
 */
export async function* findingsFrom(
  first: number,
  fetch: (page: number, signal: AbortSignal) => Promise<FindingsPage>,
  signal: AbortSignal | undefined,
): AsyncGenerator<CombinedFinding, void, undefined> {
  const stopped = new AbortController();
  const either = signal === undefined ? stopped.signal : AbortSignal.any([signal, stopped.signal]);
  const fetched = (page: number): Promise<FindingsPage> => {
    const promise = fetch(page, either);
    promise.catch(() => undefined); // thrown when the page is reached; unhandled until then
    return promise;
  };
  const seen = new Set<string>();
  let [number, total, back, stale] = [first, 0, 0, 0];
  try {
    for (let next: Promise<FindingsPage> | undefined = fetched(number); next !== undefined;) {
      const { data, pagination }: FindingsPage = await next;
      const gone = total - pagination.total;
      const grown = gone < 0;
      total = pagination.total;
      if (gone > 0 && number > first && (back += 1) <= mostBack) {
        // later findings have moved to an earlier page
        number = Math.max(first, number - Math.ceil(gone / Math.max(1, pagination.per_page)));
        next = fetched(number);
        continue;
      }
      const fresh = data.filter(({ id }) => !seen.has(id));
      stale = fresh.length === 0 && data.length > 0 && !grown && back === 0 ? stale + 1 : 0;
      if (stale > 1)
        fail(
          "list-incomplete",
          `Page ${String(number)} of the findings is one that came before. Nothing more is read.`,
        );
      number += 1;
      next = data.length > 0 && number <= pagination.total_pages ? fetched(number) : undefined;
      for (const finding of fresh) {
        if (seen.has(finding.id)) continue;
        seen.add(finding.id);
        yield finding;
      }
    }
  } finally {
    stopped.abort();
  }
}

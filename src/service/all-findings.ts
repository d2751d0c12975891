import { fail } from "../diagnostics/error";
import type { CombinedFinding, Pagination } from "../model/findings";

/** A page of findings and where it is: specification, *Combined finding*. */
export interface FindingsPage {
  readonly data: readonly CombinedFinding[];
  readonly pagination: Pagination;
}

/** So often is a page before looked at again, because findings have gone away meanwhile. */
const mostBack = 100;

/**
 * Every finding from a page on, each once: new findings shift those that were there to later pages, and
 * findings that go away shift them to earlier ones, which are looked at again. While one page is consumed
 * the next one, and no more, is fetched; whoever stops early ends that.
 *
 * @throws whatever fetching a page throws, once all before it has been consumed
 * @throws ScanformError `list-incomplete` when the service gives one page over and over
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
    promise.catch(() => undefined); // it is thrown where the page is reached; until then nobody looks
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
        // what stood behind them stands on a page before now
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

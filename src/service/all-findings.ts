import type { CombinedFinding, Pagination } from "../model/findings";

/** A page of findings and where it is: specification, *Combined finding*. */
export interface FindingsPage {
  readonly data: readonly CombinedFinding[];
  readonly pagination: Pagination;
}

/**
 * Every finding from a page on, each once: new findings shift those that were there to later pages.
 * While one page is consumed the next one, and no more, is fetched; whoever stops early ends that.
 *
 * @throws whatever fetching a page throws, once all before it has been consumed
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
  try {
    let number = first;
    for (let next: Promise<FindingsPage> | undefined = fetched(number); next !== undefined;) {
      const { data, pagination }: FindingsPage = await next;
      number += 1;
      next = data.length > 0 && number <= pagination.total_pages ? fetched(number) : undefined;
      for (const finding of data) {
        if (seen.has(finding.id)) continue;
        seen.add(finding.id);
        yield finding;
      }
    }
  } finally {
    stopped.abort();
  }
}

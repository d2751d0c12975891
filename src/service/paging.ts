import { fail } from "../diagnostics/error";
import type { CombinedFinding } from "../model/findings";
import { type Certainty, type Page, pageOf, readsOn } from "../model/page";
import type { FindingsPage } from "../reconcile/ports";
import { derived } from "./clock";
import { ServiceError } from "./service-error";

const mostPages = 10_000;

/** A list whose paging is undocumented. */
export interface Listing<T> {
  /** Reads a page, counted from 1; without a number, the default answer of the service. */
  readonly page: (asked?: Readonly<Record<"page" | "per_page", number>>) => Promise<Page<T>>;
  readonly idOf: (item: T) => unknown;
  /** Lengths at which lists of this service were incomplete; extended with new findings. */
  readonly cutLengths?: Set<number>;
  /** Called after each page that follows the first, where a total is known. */
  readonly onItems?: ((read: number, total: number) => void) | undefined;
}

/** After this many non-empty pages without a new item, the answer is not a list. */
const mostStale = 100;

/**
 * Reads a list, first without paging, then to its end where it is not certain enough that it has ended: `readsOn`, and
 * a number of items at which this service has cut a list. When the service gives a total, the list ends there, and a
 * shorter one is an error.
 *
 * | the page                                | then                                                    |
 * |-----------------------------------------|---------------------------------------------------------|
 * | is empty                                | the list has ended                                      |
 * | is as long as the first, nothing new    | pages are ignored: the list was complete                |
 * | begins as the first does, nothing new   | the same                                                |
 * | is shorter, with known items only       | pages are smaller than requested: reads the next one    |
 * | has something new                       | the service has pages: reads the next one               |
 * | is refused, before anything new         | the service has no pages: the list was complete         |
 * | is refused as missing, after new items  | the list has ended                                      |
 * | anything else                           | unknown: throws                                         |
 *
 * @param from what was read of it already
 * @throws ScanformError `list-incomplete` when the list has no end, or ends before its total
 */
export async function read<T>(
  list: Listing<T>,
  { certainty = "ended", from }: { readonly certainty?: Certainty; readonly from?: Page<T> | undefined } = {},
): Promise<Page<T>> {
  const first = from ?? (await list.page());
  const wasCut = first.extent === "unknown" && list.cutLengths?.has(first.items.length) === true;
  if (!readsOn(first, certainty) && (certainty === "first page" || !wasCut)) return first;
  return { items: [...first.items, ...(await restOf(list, first))], extent: "complete" };
}

async function restOf<T>({ page, idOf, cutLengths, onItems }: Listing<T>, first: Page<T>): Promise<readonly T[]> {
  const { length } = first.items;
  const seen = new Set(first.items.map(idOf));
  const [head] = first.items;
  const rest: T[] = [];
  let { total } = first;
  const ended = (): readonly T[] => (total === undefined || seen.size >= total ? rest : tooFew(seen.size, total));
  if (head === undefined) return ended();
  let stale = 0;
  for (let number = 2; number <= mostPages && stale < mostStale; number += 1) {
    const { items, ...said } = await unlessRefused(page({ page: number, per_page: length }), rest.length > 0);
    const [start] = items;
    total = said.total ?? total;
    const fresh = items.filter((item) => !seen.has(idOf(item)));
    if (fresh.length > 0 || start === undefined) cutLengths?.add(length);
    if (start === undefined) return ended();
    for (const item of fresh) {
      if (!seen.has(idOf(item))) rest.push(item);
      seen.add(idOf(item));
    }
    if (total !== undefined) onItems?.(seen.size, total);
    if (total !== undefined && seen.size >= total) return rest;
    const again = idOf(start) === idOf(head);
    if (fresh.length === 0 && (again || items.length >= length)) return ended();
    stale = fresh.length === 0 ? stale + 1 : 0;
  }
  return fail("list-incomplete", `A list had no end after ${String(mostPages)} pages, so it is not used.`);
}

const tooFew = (seen: number, total: number): never =>
  fail(
    "list-incomplete",
    `The service says that a list has ${String(total)} items, but gives ${String(seen)}, so it is not used.`,
  );

/** Statuses of a missing page. 401, 408 and 429 concern the key or the moment, not the list. */
const noSuchPage: ReadonlySet<number> = new Set([400, 404, 410, 416, 422]);
const ofTheHour: ReadonlySet<number> = new Set([401, 408, 429]);

/** Undefined for a missing page. @param paged some page had new items, so the service has pages */
async function unlessRefused<T>(page: Promise<Page<T>>, paged: boolean): Promise<Page<T>> {
  try {
    return await page;
  } catch (thrown) {
    const status = thrown instanceof ServiceError ? (thrown.status ?? 0) : 0;
    const refused = status >= 400 && status < 500 && !ofTheHour.has(status);
    if (paged ? noSuchPage.has(status) : refused) return pageOf<T>([]);
    throw thrown;
  }
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
 * @param most requests at most this many pages
 * @throws whatever fetching a page throws, after the findings before it have been yielded
 * @throws ScanformError `list-incomplete` when the service repeats one page
 */
export async function* findingsFrom(
  first: number,
  fetch: (page: number, signal: AbortSignal) => Promise<FindingsPage>,
  signal: AbortSignal | undefined,
  most = Infinity,
): AsyncGenerator<CombinedFinding, void, undefined> {
  const stopped = new AbortController();
  const either = derived(signal, stopped.signal);
  let requested = 0;
  const fetched = (page: number): Promise<FindingsPage> | undefined => {
    if ((requested += 1) > most) return undefined;
    const promise = fetch(page, either);
    promise.catch(() => undefined); // thrown when the page is reached; unhandled until then
    return promise;
  };
  const seen = new Set<string>();
  let [number, total, back, stale] = [first, 0, 0, 0];
  try {
    for (let next = fetched(number); next !== undefined;) {
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
          `Page ${String(number)} of the findings is the same as an earlier one, so no more is read.`,
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

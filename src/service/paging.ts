import { fail } from "../diagnostics/error";
import { mayBeCut, type Page, pageOf } from "../model/page";
import { ServiceError } from "./service-error";

const mostPages = 10_000;

/** A list whose paging is not shown. */
export interface Listing<T> {
  /** Gives a page, counted from 1; as the service gives it by itself when left out. */
  readonly page: (asked?: Readonly<Record<"page" | "per_page", number>>) => Promise<Page<T>>;
  readonly idOf: (item: T) => unknown;
  /** Lengths at which lists of this service were cut; what is found out is added. */
  readonly cutLengths?: Set<number>;
}

/** So many pages in a row with nothing new, none of them empty, are no list. */
const mostStale = 100;

/**
 * What further pages bring to a list that came without asking for pages. Specification, *Endpoints >
 * Configurations*: "pagination behaviour for them: not shown". So a list that says how much more there is,
 * or whose length is that of a page, may have been cut, and its second page is asked for. Where the service
 * says how many there are, that many is the end, and fewer is not.
 *
 * | the page                                | then                                               |
 * |-----------------------------------------|----------------------------------------------------|
 * | is empty                                | that was the end                                   |
 * | is as long as the first, nothing new    | pages are ignored: the list was whole              |
 * | begins as the first does, nothing new   | the same                                           |
 * | is shorter and inside what was seen     | pages are smaller than was asked for: the next one |
 * | brings something new                    | the service has pages: the next one                |
 * | is refused, and nothing new ever came   | the service has no pages: the list was whole       |
 * | is refused as not there, after new ones | that was the end                                   |
 * | anything else                           | nobody knows: thrown                               |
 *
 * @param always asks for a second page whatever the length is
 * @throws ScanformError `list-incomplete` when there is no end to it, or one before all are there that there are
 */
export async function restOf<T>(
  { page, idOf, cutLengths }: Listing<T>,
  first: Page<T>,
  always = false,
): Promise<readonly T[]> {
  const { length } = first.items;
  if (!always && !mayBeCut(first) && cutLengths?.has(length) !== true) return [];
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
    if (total !== undefined && seen.size >= total) return rest;
    const again = idOf(start) === idOf(head);
    if (fresh.length === 0 && (again || items.length >= length)) return ended();
    stale = fresh.length === 0 ? stale + 1 : 0;
  }
  return fail("list-incomplete", `A list had no end after ${String(mostPages)} pages. Nothing is made of it.`);
}

const tooFew = (seen: number, total: number): never =>
  fail(
    "list-incomplete",
    `The service says that a list has ${String(total)} items, and gives ${String(seen)}. Nothing is made of it.`,
  );

/** What says that there is no such page. 401, 408 and 429 say something of the key or the hour, and nothing of the list. */
const noSuchPage: ReadonlySet<number> = new Set([400, 404, 410, 416, 422]);
const ofTheHour: ReadonlySet<number> = new Set([401, 408, 429]);

/** No further page. @param paged some page brought something, so that the service does have pages */
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

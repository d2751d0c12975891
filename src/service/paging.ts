import { fail } from "../diagnostics/error";
import { mayBeCut } from "../model/cut";
import { ServiceError } from "./error";

const mostPages = 10_000;

/** A list whose paging is not shown. */
export interface Listing<T> {
  /** Gives a page, counted from 1; as the service gives it by itself when left out. */
  readonly page: (asked?: Readonly<Record<"page" | "per_page", number>>) => Promise<readonly T[]>;
  readonly idOf: (item: T) => unknown;
}

/**
 * What further pages bring to a list that came without asking for pages. Specification, *Endpoints >
 * Configurations*: "pagination behaviour for them: not shown". So a list whose length is a multiple of
 * 10 may have been cut, and its second page is asked for. If that brings nothing new, the list was
 * whole; otherwise the service has pages, and they are read until one brings nothing new.
 *
 * @throws ScanformError `list-incomplete` when there is no end to it
 */
export async function restOf<T>({ page, idOf }: Listing<T>, first: readonly T[]): Promise<readonly T[]> {
  if (!mayBeCut(first)) return [];
  const seen = new Set(first.map(idOf));
  const rest: T[] = [];
  for (let number = 2; number <= mostPages; number += 1) {
    const items = await unlessRefused(page({ page: number, per_page: first.length }));
    const before = seen.size;
    for (const item of items) {
      const id = idOf(item);
      if (!seen.has(id)) rest.push(item);
      seen.add(id);
    }
    if (seen.size === before) return rest;
  }
  return fail("list-incomplete", `A list had no end after ${String(mostPages)} pages. Nothing is made of it.`);
}

/** No further page. A service that has no pages may refuse to be asked for one. */
async function unlessRefused<T>(page: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await page;
  } catch (thrown) {
    // 401, 408 and 429 say something of the key or the hour, and nothing of the list
    if (thrown instanceof ServiceError && thrown.refused && ![401, 408, 429].includes(thrown.status ?? 0)) return [];
    throw thrown;
  }
}

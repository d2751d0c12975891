import type { AccountId } from "../../model/ids";
import { mayBeCut, type Page } from "../../model/page";
import type { Listed, Reader, ReadOptions } from "../ports";

/** No service has more items in a page. */
const longestPage = 1000;

/** No service has fewer items in a page that is not the last; this spares unchanged plans a second request. */
export const shortestPage = 10;

/** No page follows an empty one, and a list longer than any page has no pages. */
export const couldBePage = ({ items }: Page<unknown>, shortest = 1): boolean =>
  items.length >= shortest && items.length <= longestPage;

/** A list from its first page on, with a second request whatever the length of that page. */
export async function completed<K extends keyof Listed>(
  reader: Reader,
  account: AccountId,
  list: K,
  first: Page<Listed[K]>,
  options: ReadOptions,
): Promise<readonly Listed[K][]> {
  return [...first.items, ...(await reader.rest(list, account, first, { ...options, always: true }))];
}

/**
 * A list whose items are shown or written down as all there are: DESIGN, *Undocumented behaviour*. One request where
 * the service gives a total, or where the list is shorter or longer than any page; otherwise one more.
 */
export async function wholeList<K extends keyof Listed>(
  reader: Reader,
  account: AccountId,
  list: K,
  options: ReadOptions = {},
): Promise<readonly Listed[K][]> {
  const first = await reader.firstPage(list, account, options);
  const isOpen = first.extent !== "complete" && (couldBePage(first, shortestPage) || mayBeCut(first));
  return isOpen ? completed(reader, account, list, first, options) : first.items;
}

import { isObject } from "./json";

/** What an answer says of the list that it gives a page of; absent where it says nothing. */
export interface Extent {
  /** How many items there are on all pages. */
  readonly total?: number;
  /** There is a page after this one. */
  readonly more?: boolean;
}

const extents = new WeakMap<readonly unknown[], Extent>();

/** What was said of a list as it came; what is made of it knows nothing of that, unless it is noted again. */
export const extentOf = (list: readonly unknown[]): Extent => extents.get(list) ?? {};

/** Notes what was said of a list. @returns the list itself */
export function withExtent<T>(list: readonly T[], extent: Extent): readonly T[] {
  if (extent.total !== undefined || extent.more !== undefined) extents.set(list, extent);
  return list;
}

/**
 * Reads what stands beside `data`: as all_findings has it under `pagination` (specification, *Combined finding*),
 * and by the names that other services use, which the specification neither shows nor rules out.
 */
export function extentIn(body: unknown): Extent {
  if (!isObject(body)) return {};
  const places = [body["pagination"], body["meta"], body].filter(isObject);
  const number = (...names: readonly string[]): number | undefined =>
    places
      .flatMap((place) => names.map((name) => place[name]))
      .find((each): each is number => typeof each === "number" && Number.isSafeInteger(each) && each >= 0);
  const total = number("total", "total_count");
  const pages = number("total_pages", "pages");
  const next = places.some((place) => [place["next"], place["next_page"]].some((each) => isSomething(each)));
  const more = next || (pages !== undefined && pages > (number("page") ?? 1));
  return { ...(total === undefined ? {} : { total }), ...(more ? { more } : {}) };
}

const isSomething = (link: unknown): boolean => (typeof link === "string" && link !== "") || typeof link === "number";

/** Whether the service has said that this first page is all that there is. */
export function isWhole(list: readonly unknown[]): boolean {
  const { total, more } = extentOf(list);
  return total === list.length && more !== true;
}

/**
 * Whether a list may have been cut: the service says so, or it says nothing and the length is that of a
 * page. Specification, *Endpoints > Configurations*: "pagination behaviour for them: not shown".
 */
export function mayBeCut(list: readonly unknown[]): boolean {
  const { total, more } = extentOf(list);
  if (more === true || (total !== undefined && total > list.length)) return true;
  return !isWhole(list) && list.length > 0 && (list.length % 10 === 0 || list.length % 25 === 0);
}

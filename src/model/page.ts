import { isObject } from "./json";

/** The items of a list as far as they were read, and what is known of the list as a whole. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The number of items on all pages; absent where the service does not say. */
  readonly total?: number;
  /**
   * Whether these items are the whole list: `complete` where the service says so, or the list was read to its end; `cut`;
   * or `unknown` where the service does not say.
   */
  readonly extent: "complete" | "cut" | "unknown";
}

/**
 * A page from the items of an answer and the fields beside `data`: as all_findings has it under `pagination`
 * (specification, *Combined finding*), and by the names that other services use, which the specification
 * neither shows nor rules out.
 */
export function pageOf<T>(items: readonly T[], body?: unknown): Page<T> {
  if (!isObject(body)) return { items, extent: "unknown" };
  const places = [body["pagination"], body["meta"], body].filter(isObject);
  const number = (...names: readonly string[]): number | undefined =>
    places
      .flatMap((place) => names.map((name) => place[name]))
      .find((each): each is number => typeof each === "number" && Number.isSafeInteger(each) && each >= 0);
  const total = number("total", "total_count");
  const pages = number("total_pages", "pages");
  const next = places.some((place) => [place["next"], place["next_page"]].some(isLink));
  const more = next || (pages !== undefined && pages > (number("page") ?? 1));
  if (total === undefined) return { items, extent: more ? "cut" : "unknown" };
  if (more || total > items.length) return { items, total, extent: "cut" };
  return { items, total, extent: total === items.length ? "complete" : "unknown" };
}

const isLink = (value: unknown): boolean => (typeof value === "string" && value !== "") || typeof value === "number";

export const mapPage = <T, U>({ items, ...rest }: Page<T>, map: (item: T) => U): Page<U> => ({
  ...rest,
  items: items.map(map),
});

/** From the least certain to the most certain: see `readsOn`. */
export type Certainty = "first page" | "ended" | "whole" | "certain";

/** No service has fewer items in a page that is not the last. */
const shortestPage = 10;

/** No service has more items in a page. */
export const longestPage = 1000;

/** A list with fewer items is taken as ended, unless the service says otherwise or the length is that of a page. */
const fewest: Readonly<Record<Certainty, number>> = {
  "first page": Infinity,
  ended: Infinity,
  whole: shortestPage,
  certain: 1,
};

/**
 * Whether further pages must be requested before a list is so certain not to lack an item. No length proves a list
 * complete, since a page may have any length; only a total from the service does. Specification, *Endpoints >
 * Configurations*: "pagination behaviour for them: not shown".
 *
 * | certainty    | requests a second page                            | for                                          |
 * |--------------|---------------------------------------------------|----------------------------------------------|
 * | `first page` | never                                             | what is found on it                          |
 * | `ended`      | after a number of items that pages usually have   | comparing, and reading back                  |
 * | `whole`      | after that, and after 10 to 1000 items            | items shown or written down as all there are |
 * | `certain`    | after that, and after 1 to 1000 items             | a missing item that leads to a creation, a   |
 * |              |                                                   | deletion or an error                         |
 */
export function readsOn({ items: { length }, extent }: Page<unknown>, certainty: Certainty): boolean {
  if (certainty === "first page" || extent === "complete") return false;
  if (extent === "cut" || (length >= fewest[certainty] && length <= longestPage)) return true;
  return length > 0 && (length % 10 === 0 || length % 25 === 0);
}

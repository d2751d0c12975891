import { isObject } from "./json";

/** A page of a list, and what the service says of the list as a whole. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The number of items on all pages; absent where the service does not say. */
  readonly total?: number;
  /** Whether this page is the whole list: `complete`, `cut`, or `unknown` where the service does not say. */
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

/**
 * Whether a first page may lack a part of the list: the service says so, or it says nothing and the length is
 * that of a page. Specification, *Endpoints > Configurations*: "pagination behaviour for them: not shown".
 */
export function mayBeCut({ items, extent }: Page<unknown>): boolean {
  if (extent !== "unknown") return extent === "cut";
  return items.length > 0 && (items.length % 10 === 0 || items.length % 25 === 0);
}

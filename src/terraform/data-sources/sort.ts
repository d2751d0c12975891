import { compareText } from "../../model/fingerprint";

/**
 * The specification gives an order for `all_findings` alone. Any other list may come in another order each time, and
 * what depends on it would see a change where there is none.
 */

type Key<T> = (each: T) => string | undefined;

/** @param keys what two are told apart by, one after the other; the last is an id */
export const sortBy = <T>(items: readonly T[], ...keys: readonly Key<T>[]): readonly T[] =>
  items.toSorted((left, right) =>
    keys.reduce((order, key) => (order === 0 ? compareText(key(left) ?? "", key(right) ?? "") : order), 0),
  );

/** Newest first, and by id when they are of the same time. @param timeOf a date-time; what has none comes first */
export const sortByTime = <T>(items: readonly T[], timeOf: Key<T>, idOf: Key<T>): readonly T[] =>
  sortBy(items, idOf).toSorted((left, right) => milliseconds(timeOf(right)) - milliseconds(timeOf(left)));

/** Findings and deepscans, in the order of `all_findings`. */
export const newestFirst = <T extends { readonly id: string; readonly created_at?: string }>(
  items: readonly T[],
): readonly T[] =>
  sortByTime(
    items,
    (each) => each.created_at,
    (each) => each.id,
  );

function milliseconds(time: string | undefined): number {
  const parsed = Date.parse(time ?? "");
  return Number.isNaN(parsed) ? Number.MAX_VALUE : parsed;
}

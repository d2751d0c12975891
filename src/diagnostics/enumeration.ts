import { number } from "./count";

type Conjunction = "and" | "or";

/** `a,` `b` `and c`: texts between which a line may end. Of more than `most`: `a,` `b` `and 5 more`. */
export function enumerationTexts(
  items: readonly string[],
  most = Infinity,
  conjunction: Conjunction = "and",
): readonly string[] {
  const all = items.length > most ? [...items.slice(0, most), `${number(items.length - most)} more`] : items;
  const last = all.length - 1;
  return all.map((item, at) =>
    at < last - 1 ? `${item},` : at === last && last > 0 ? `${conjunction} ${item}` : item,
  );
}

/** `a, b and c`; of more than `most`: `a, b and 5 more`. */
export const enumeration = (items: readonly string[], most?: number, conjunction?: Conjunction): string =>
  enumerationTexts(items, most, conjunction).join(" ");

/** `"a", "b" and "c"`; `none` of an empty list. */
export const listed = (words: readonly string[], most = 10, conjunction?: Conjunction): string =>
  enumeration(
    words.map((word) => JSON.stringify(word)),
    most,
    conjunction,
  ) || "none";

/**
 * How many of `all` are shown where there is room for `most`, and for a line that counts the others: a single one is
 * not left out, since it takes the room of that line.
 */
export const shownCount = (all: number, most: number): number => (all === most + 1 ? all : Math.min(all, most));

/**
 * The first items of a list, each with a line of its own; where some are left out (see `shownCount`) the last is `and 5
 * more`.
 */
export function firstLines(lines: readonly string[], most: number): readonly string[] {
  const shown = shownCount(lines.length, most);
  return shown < lines.length ? [...lines.slice(0, shown), `and ${number(lines.length - shown)} more`] : lines;
}

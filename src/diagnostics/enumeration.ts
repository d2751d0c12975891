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

/** The first items of a list, each with a line of its own; of more than `most` the last line is `and 5 more`. */
export const firstLines = (lines: readonly string[], most: number): readonly string[] =>
  lines.length > most ? [...lines.slice(0, most), `and ${number(lines.length - most)} more`] : lines;

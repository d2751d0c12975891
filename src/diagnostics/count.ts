/** `2,878`, of a count. `toLocaleString` would load the data of all languages, for 12 ms. */
export const number = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");

/** `1 request`, `2 requests`. */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

/** `none of 12 does`, of what was looked through. */
export const noneOf = (all: number): string => (all === 1 ? "the only one does not" : `none of ${number(all)} does`);

/**
 * How many of `all` are shown where there is room for `most`, and for a line that counts the others: a single one is not
 * left out, since it takes the room of that line.
 */
export const shownOf = (all: number, most: number): number => (all === most + 1 ? all : Math.min(all, most));

/** `1 repository`, `2 repositories`: so often said that it has a name. */
export const repositories = (value: number): string => count(value, "repository", "repositories");

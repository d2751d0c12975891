/** `2,878` */
export const number = (value: number): string => value.toLocaleString("en-US");

/** `1 request`, `2 requests`. */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

/** `1 repository`, `2 repositories`: so often said that it has a name. */
export const repositories = (value: number): string => count(value, "repository", "repositories");

/** `a, b and c` */
export const enumeration = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;

/** `2,878`, of a count. `toLocaleString` would load the data of all languages, for 12 ms. */
export const number = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");

/** `1 request`, `2 requests`. */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

/** `none of 12 does`, of what was looked through. */
export const noneOf = (all: number): string => (all === 1 ? "the only one does not" : `none of ${number(all)} does`);

/** `1 repository`, `2 repositories`: so frequent that it has a name. */
export const repositories = (value: number): string => count(value, "repository", "repositories");

/** `1 repository has it`, of a configuration. */
export const haveIt = (value: number): string => count(value, "repository has it", "repositories have it");

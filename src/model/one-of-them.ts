import { isNear, listed } from "./suggest";

/**
 * The values that there are, and of them those that were probably meant:
 * `disabled, silent, enabled. Did you mean "enabled"?`
 */
export function oneOfThem(given: string, values: readonly string[]): string {
  const word = given.toLowerCase();
  const likely = word === "" ? [] : values.filter((each) => isLike(word, each.toLowerCase()));
  const meant = likely.length === 0 ? "" : ` Did you mean ${listed(likely, 3, "or")}?`;
  return `${values.join(", ")}.${meant}`;
}

/** Two letters of a short word are half of it: it is no misspelling, but may be the beginning. */
const isLike = (word: string, value: string): boolean =>
  value.startsWith(word) || (Math.max(word.length, value.length) > 4 && isNear(word, value));

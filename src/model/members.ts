/** The members of a set; an absent one is empty. */
export const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

/** Order and repetition mean nothing. */
export function sameMembers(left: readonly string[], right: readonly string[]): boolean {
  const members = new Set(left);
  return members.size === new Set(right).size && right.every((each) => members.has(each));
}

import type { Field, VerdictRule } from "./field";
import { sameMembers, texts } from "./json";
import { normalForm } from "./normal-form";

/** A pattern that may turn the meaning of those beside it around: the specification defines no syntax of patterns. */
export const mayTurn = (pattern: unknown): boolean =>
  pattern === "" || (typeof pattern === "string" && pattern.startsWith("!"));

/** The order of these members counts, and so does a repetition: they are patterns, of which one may turn others around. */
export const isOrderedBy = (rule: VerdictRule | undefined, members: readonly unknown[]): boolean =>
  rule?.by === "members" && rule.words.unsure !== undefined && members.some(mayTurn);

export const isOrdered = ({ verdict }: Field, members: readonly unknown[]): boolean => isOrderedBy(verdict, members);

/**
 * Whether two values of a set are the same, in whatever normal form their texts are; an absent one is empty. Order and
 * repetition mean nothing, unless `isOrdered`. Nothing else decides about this.
 */
export function sameSet(field: Field, left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const [one, other] = [texts(left).map(normalForm), texts(right).map(normalForm)];
  if (one.length === other.length && one.every((each, at) => each === other[at])) return true;
  return !isOrdered(field, one) && !isOrdered(field, other) && sameMembers(one, other);
}

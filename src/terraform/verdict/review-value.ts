import { isDeepStrictEqual } from "node:util";
import { visible } from "../../diagnostics/foreign-text";
import { isObjectValue, isUnknown, type ObjectValue, Unknown } from "../value";
import {
  countEffects,
  countOf,
  type EffectCounts,
  effectLines,
  type RepositoryEffect,
  verdictSummary,
} from "./repository-effect";

/** The most groups of repositories that `details` has. */
const mostGroups = 1000;

/** Of a change whose effect is known only after apply. */
export const unknownReview = new Unknown();

/** What is applied, without what of its review even its last plan could not tell: nothing is unknown in a state. */
export function withoutUnknownReview(planned: ObjectValue): ObjectValue {
  const { review = null } = planned;
  if (!isObjectValue(review)) return isUnknown(review) ? { ...planned, review: null } : planned;
  const known = Object.entries(review).map(([name, value]) => [name, isUnknown(value) ? null : value]);
  return { ...planned, review: Object.fromEntries(known) as ObjectValue };
}

/**
 * The attribute `review`. Every line is one line, whatever the names hold.
 *
 * @param refreshedAt when the account was seen that it is computed from. It may be long ago in a plan without a refresh,
 *   which cannot be told from the plan of an apply: so it is always said
 */
export function reviewValue(groups: readonly RepositoryEffect[], refreshedAt?: string): ObjectValue {
  const counts = countEffects(groups);
  const { weakens, unclassified, strengthens } = counts;
  const details = effectLines(groups, mostGroups).map(visible);
  const summary = `${summaryOf(counts)}${refreshedAt === undefined ? "" : `, as of the refresh at ${refreshedAt}`}`;
  return { weakens, unclassified, strengthens, summary, details };
}

/**
 * The review where the change is judged in one way or in another, as others are planned before or after it: known as
 * far as the two are equal. The counts are all known or none, so that a policy needs to ask for one.
 */
export function reviewOfBoth(one: ObjectValue, other: ObjectValue): ObjectValue | Unknown {
  if (isDeepStrictEqual(one, other)) return one;
  const details = new Unknown();
  return isDeepStrictEqual({ ...one, details }, { ...other, details }) ? { ...one, details } : unknownReview;
}

const summaryOf = (counts: EffectCounts): string =>
  verdictSummary(counts) ??
  (counts.strengthens > 0 ? `strengthens ${countOf(counts.strengthens)}` : "weakens and strengthens no repository");

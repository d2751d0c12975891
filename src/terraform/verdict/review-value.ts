import { isDeepStrictEqual } from "node:util";
import { countOf } from "../../diagnostics/catalogue";
import { visible } from "../../diagnostics/foreign-text";
import { isObjectValue, isUnknown, type ObjectValue, Unknown } from "../value";
import {
  countEffects,
  type EffectCounts,
  effectLines,
  type RepositoryEffect,
  verdictSummary,
} from "./repository-effect";

const mostGroups = 1000;

export const unknownReview = new Unknown();

/** The planned object with null for what is unknown of its review: a state has no unknown values. */
export function withoutUnknownReview(planned: ObjectValue): ObjectValue {
  const { review = null } = planned;
  if (!isObjectValue(review)) return isUnknown(review) ? { ...planned, review: null } : planned;
  const known = Object.entries(review).map(([name, value]) => [name, isUnknown(value) ? null : value]);
  return { ...planned, review: Object.fromEntries(known) as ObjectValue };
}

/**
 * The attribute `review`. Every line is one line, whatever the names hold.
 *
 * @param refreshedAt when the account was read that it is computed from. Always shown: a plan without a refresh, in which
 *   this may be long ago, cannot be distinguished from the plan of an apply
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

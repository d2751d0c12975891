import { isDeepStrictEqual } from "node:util";
import { repositories as countOf } from "../../diagnostics/count";
import { visible } from "../../diagnostics/foreign-text";
import { isUnknown, isWhollyKnown, type ObjectValue, type PrivateState, Unknown } from "../value";
import {
  countEffects,
  type EffectCounts,
  effectLines,
  type RepositoryEffect,
  verdictSummary,
} from "./repository-effect";

const mostGroups = 1000;

export const unknownReview = new Unknown();

/**
 * The review of a change. What is not known yet may turn out to be as it was, so that nothing changes and the last review
 * stays: then it is unknown, unless the two are equal.
 */
export function plannedReview(
  review: ObjectValue,
  prior: ObjectValue | null,
  config: ObjectValue,
): ObjectValue | Unknown {
  const isEmpty = (review["details"] as readonly string[]).length === 0;
  const mayStay = prior !== null && isEmpty && !isWhollyKnown(config);
  return mayStay && !isDeepStrictEqual(prior["review"], review) ? unknownReview : review;
}

/** What an apply makes of an unknown review. */
export const encodeReview = (review: ObjectValue): PrivateState => ({ review: JSON.stringify(review) });

/** The planned object with a known review. @param plannedPrivate of the plan of the apply, which may tell it */
export function withKnownReview(planned: ObjectValue, { review = "null" }: PrivateState): ObjectValue {
  return isUnknown(planned["review"]) ? { ...planned, review: JSON.parse(review) as ObjectValue | null } : planned;
}

/**
 * The attribute `review`. Every line is one line, whatever the names hold.
 *
 * @param adopted the name of the configuration that is taken over. Terraform shows no warning of the plan of a
 *   replacement, and says that what it replaces is destroyed.
 */
export function reviewValue(groups: readonly RepositoryEffect[], adopted?: string): ObjectValue {
  const counts = countEffects(groups);
  const { weakens, unclassified, strengthens } = counts;
  const takenOver =
    adopted === undefined
      ? []
      : [`taken over and updated in place, even where the plan says created or replaced: ${JSON.stringify(adopted)}`];
  const details = [...takenOver, ...effectLines(groups, mostGroups)].map(visible);
  return { weakens, unclassified, strengthens, summary: summaryOf(counts), details };
}

const summaryOf = (counts: EffectCounts): string =>
  verdictSummary(counts) ??
  (counts.strengthens > 0 ? `strengthens ${countOf(counts.strengthens)}` : "weakens and strengthens no repository");

import { visible } from "../../diagnostics/foreign-text";
import { isUnknown, type ObjectValue, Unknown } from "../values/value";
import { countFelt, type Felt, type FeltCounts } from "../verdict/felt";
import { feltLines } from "../verdict/felt-lines";
import { countOf, verdictSummary } from "../verdict/summary";

/** The most groups of repositories that `details` has. */
const mostGroups = 1000;

/** Of a change whose effect is known only after apply. */
export const unknownReview = new Unknown();

/** What is applied, without a review where even its last plan could not tell: nothing is unknown in a state. */
export const withoutUnknownReview = (planned: ObjectValue): ObjectValue =>
  isUnknown(planned["review"]) ? { ...planned, review: null } : planned;

/** The attribute `review`. Every line is one line, whatever the names hold. */
export function reviewValue(groups: readonly Felt[]): ObjectValue {
  const counts = countFelt(groups);
  const { weakens, unclassified, strengthens } = counts;
  const details = feltLines(groups, mostGroups).map(visible);
  return { weakens, unclassified, strengthens, summary: summaryOf(counts), details };
}

const summaryOf = (counts: FeltCounts): string =>
  verdictSummary(counts) ??
  (counts.strengthens > 0 ? `strengthens ${countOf(counts.strengthens)}` : "weakens and strengthens no repository");

import type { Settings } from "../../model/settings";
import type { PrivateState } from "../value";

/** What a plan has found of a configuration that it deletes: its apply deletes it only as it was. */
export interface ReviewedDeletion {
  readonly settings: Settings;
  /** The ids of the repositories that have it, where they do not keep it from being deleted. */
  readonly holders?: readonly string[];
}

type ReviewedDeletions = Readonly<Record<string, ReviewedDeletion>>;

export const encodeReviewed = (deletions: ReviewedDeletions): PrivateState => ({ deletes: JSON.stringify(deletions) });

/** By id. */
export const reviewedDeletions = ({ deletes = "{}" }: PrivateState): ReviewedDeletions =>
  JSON.parse(deletes) as ReviewedDeletions; // as encodeReviewed wrote it

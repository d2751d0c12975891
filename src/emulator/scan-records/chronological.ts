import { compareText } from "../../model/canonical";

interface Dated {
  readonly created_at: string;
  readonly completed_at?: string | null;
}

/** When it was completed; when it was started while it is under way. In milliseconds. */
export const scanTime = ({ created_at, completed_at }: Dated): number => Date.parse(completed_at ?? created_at);

export const isCompleted = ({ completed_at }: Dated): boolean => typeof completed_at === "string";

/** Oldest first; of the same time, in the order in which they came. */
export const oldestFirst = <T extends Dated>(scans: readonly T[]): readonly T[] =>
  scans.toSorted((left, right) => scanTime(left) - scanTime(right));

export const newestFirst = <T extends Dated>(scans: readonly T[]): readonly T[] => oldestFirst(scans).toReversed();

interface Finding {
  readonly id: string;
  readonly created_at: string;
}

/** The order of findings: newest first, and by id when they are of the same time, so that it is always the same. */
export const byNewest = (left: Finding, right: Finding): number =>
  Date.parse(right.created_at) - Date.parse(left.created_at) || compareText(left.id, right.id);

import { compareText } from "../../model/fingerprint";

interface Dated {
  readonly created_at: string;
  readonly completed_at?: string | null;
}

/** The time of completion, or of the start while in progress, in milliseconds. */
export const scanTime = ({ created_at, completed_at }: Dated): number => Date.parse(completed_at ?? created_at);

export const isCompleted = ({ completed_at }: Dated): boolean => typeof completed_at === "string";

/** Oldest first; a stable sort. */
export const oldestFirst = <T extends Dated>(scans: readonly T[]): readonly T[] =>
  scans.toSorted((left, right) => scanTime(left) - scanTime(right));

export const newestFirst = <T extends Dated>(scans: readonly T[]): readonly T[] => oldestFirst(scans).toReversed();

interface Finding {
  readonly id: string;
  readonly created_at: string;
}

/** A total order of findings: newest first, then by id. */
export const byNewest = (left: Finding, right: Finding): number =>
  Date.parse(right.created_at) - Date.parse(left.created_at) || compareText(left.id, right.id);

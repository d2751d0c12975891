/** What the commands exit with; the same with and without `--json`. */
export const exitCode = {
  /** Done, or nothing to do. */
  done: 0,
  error: 1,
  /** There are changes; only with `--detailed-exitcode`. */
  changes: 2,
  /** A policy or a safety limit says no; nothing was written. */
  refused: 3,
  /** The saved plan does not fit the account any more; nothing was written. */
  stale: 4,
  /** Applied in part, or what was applied could not be verified. */
  partial: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** From what must be known first to what may be passed over. */
const order: readonly ExitCode[] = [130, 5, 4, 3, 1, 2, 0];

/** The one code for several results. */
export const worst = (codes: readonly ExitCode[]): ExitCode => order.find((each) => codes.includes(each)) ?? 0;

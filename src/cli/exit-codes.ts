/** What the commands exit with; the same with and without `--json`. */
export const exitCode = {
  /** Done, or nothing to do. */
  done: 0,
  error: 1,
  /** There are changes; only with `--detailed-exitcode`. */
  changes: 2,
  /** The saved plan does not fit the account any more; nothing was written. */
  stale: 4,
  /** Applied in part, or what was applied could not be verified. */
  partial: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

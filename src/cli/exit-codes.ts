/** The exit codes of the commands; the same with and without `--json`. */
export const exitCode = {
  /** Done, or nothing to do. */
  done: 0,
  error: 1,
  /** There are changes: `plan --detailed-exitcode`, `drift`, `types --check`. */
  changes: 2,
  /** Refused by a safety limit, `--fail-on` or a policy; nothing was written. */
  refused: 3,
  /** What was reviewed no longer fits the account, is already applied, or is too old; nothing was written. */
  stale: 4,
  /** Applied or rolled back in part, not verified, or changed by somebody else since it was planned. */
  partial: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** In descending order of importance. */
const order: readonly ExitCode[] = [130, 5, 4, 3, 1, 2, 0];

/** The exit code of several results. */
export const worst = (codes: readonly ExitCode[]): ExitCode => order.find((each) => codes.includes(each)) ?? 0;

const stale: ReadonlySet<string> = new Set(["plan-stale", "plan-unlike", "plan-applied", "plan-too-old"]);

/** What was reviewed cannot be applied any more. */
export const isStale = ({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }): boolean =>
  diagnostics.some(({ code }) => stale.has(code));

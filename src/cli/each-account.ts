import type { Diagnostic } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import type { PlanAccount } from "../reconcile/plan/change";
import { accountLine } from "../report/head";
import { type FailedAccount, problemsOf } from "../report/renderer";
import type { Io } from "./io";

/** What was done with several accounts, of which each is independent of the others. */
interface EachAccount<A, T> {
  /** In the order of the accounts. */
  readonly done: readonly T[];
  readonly failed: readonly (A & FailedAccount)[];
}

/**
 * Works on all accounts concurrently. One that fails stops no other.
 *
 * @param before accounts that have failed already
 * @throws ScanformError where all have failed
 * @throws what anything else throws, or an interruption
 */
export async function eachAccount<A extends { readonly account: PlanAccount }, T>(
  { signal }: Pick<Io, "signal">,
  all: readonly A[],
  work: (each: A) => Promise<T>,
  before: readonly FailedAccount[] = [],
): Promise<EachAccount<A, T>> {
  const settled = await Promise.allSettled(all.map(work));
  const done: T[] = [];
  const failed: (A & FailedAccount)[] = [];
  for (const [at, each] of all.entries()) {
    const result = settled[at];
    if (result?.status === "fulfilled") done.push(result.value);
    else if (result !== undefined) {
      const reason: unknown = result.reason;
      if (signal.aborted || all.length + before.length === 1 || !(reason instanceof ScanformError)) throw reason;
      failed.push({ ...each, ...failedAccount(each.account, reason) });
    }
  }
  if (done.length === 0 && failed.length > 0) throw new ScanformError(problemsOf([...before, ...failed]));
  return { done, failed };
}

/** The account with why it failed. */
const failedAccount = (account: PlanAccount, { diagnostics }: ScanformError): FailedAccount => ({
  account,
  diagnostics: ofAccount(account, diagnostics),
});

/** Diagnostics that say of which account they are. */
export const ofAccount = (account: PlanAccount, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.map((each) => ({ ...each, detail: `${accountLine(account)}: ${each.detail}` }));

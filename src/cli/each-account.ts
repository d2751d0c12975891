import type { Diagnostic } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import type { DeclaredIdentity } from "../reconcile/plan/change";
import { accountLineOf } from "../report/head";
import { type FailedAccount, problemsOf } from "../report/renderer";
import type { Io } from "./io";

/** What was done with several accounts, each independently of the others. */
interface EachAccount<A, T> {
  /** In the order of the accounts. */
  readonly done: readonly T[];
  readonly failed: readonly (A & FailedAccount)[];
}

/** The accounts beside those that are worked on. */
interface Others {
  /** Those that have failed already. */
  readonly before?: readonly FailedAccount[];
  /** There are others that somebody else works on, who is to see what has failed here. */
  readonly isPart?: boolean;
}

/**
 * Works on all accounts concurrently. One that fails stops no other.
 *
 * @throws ScanformError where all have failed, unless they are a part of more
 * @throws what anything else throws, or an interruption
 */
export async function eachAccount<A extends { readonly account: DeclaredIdentity }, T>(
  { signal }: Pick<Io, "signal">,
  all: readonly A[],
  work: (each: A) => Promise<T>,
  { before = [], isPart = false }: Others = {},
): Promise<EachAccount<A, T>> {
  const settled = await Promise.allSettled(all.map(work));
  const done: T[] = [];
  const failed: (A & FailedAccount)[] = [];
  for (const [at, each] of all.entries()) {
    const result = settled[at];
    if (result?.status === "fulfilled") done.push(result.value);
    else if (result !== undefined) {
      const reason: unknown = result.reason;
      const isOnly = all.length + before.length === 1 && !isPart;
      if (signal.aborted || isOnly || !(reason instanceof ScanformError)) throw reason;
      failed.push({ ...each, ...failedAccount(each.account, reason) });
    }
  }
  if (done.length === 0 && failed.length > 0 && !isPart) throw new ScanformError(problemsOf([...before, ...failed]));
  return { done, failed };
}

const failedAccount = (account: DeclaredIdentity, { diagnostics }: ScanformError): FailedAccount => ({
  account,
  diagnostics: ofAccount(account, diagnostics),
});

export const ofAccount = (account: DeclaredIdentity, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.map((each) => ({ ...each, detail: `${accountLineOf(account)}: ${each.detail}` }));

import type { Diagnostic } from "../diagnostics/diagnostic";
import { ScanformError } from "../diagnostics/error";
import type { PlanAccount } from "../reconcile/plan/change";
import { accountLine } from "../report/head";
import type { Io } from "./io";

/** What was done with several accounts, of which each is independent of the others. */
interface EachAccount<T> {
  /** In the order of the accounts. */
  readonly done: readonly T[];
  /** Why it could not be done with the others; each says of which account it is. */
  readonly failed: readonly Diagnostic[];
}

/**
 * Works on all accounts concurrently. One that fails stops no other.
 *
 * @throws ScanformError where all have failed
 * @throws what anything else throws, or an interruption
 */
export async function eachAccount<A extends PlanAccount, T>(
  { signal }: Pick<Io, "signal">,
  accounts: readonly A[],
  work: (account: A) => Promise<T>,
): Promise<EachAccount<T>> {
  const settled = await Promise.allSettled(accounts.map(work));
  const done: T[] = [];
  const failed: Diagnostic[] = [];
  for (const [at, each] of settled.entries()) {
    if (each.status === "fulfilled") {
      done.push(each.value);
      continue;
    }
    const reason: unknown = each.reason;
    if (signal.aborted || accounts.length === 1 || !(reason instanceof ScanformError)) throw reason;
    failed.push(...ofAccount(accounts[at], reason.diagnostics));
  }
  if (done.length === 0 && failed.length > 0) throw new ScanformError(failed);
  return { done, failed };
}

/** The messages with the account that they are of. */
const ofAccount = (account: PlanAccount | undefined, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  account === undefined
    ? diagnostics
    : diagnostics.map((each) => ({ ...each, detail: `${accountLine(account)}: ${each.detail}` }));

import { fail } from "../diagnostics/error";
import { type AccountComparison, comparePlans } from "../report/compare/compare";
import { accountDocument } from "../report/document";
import type { PlanReport } from "../report/renderer";
import type { Io } from "./io";
import { accountKey, type PlannedAccount, readPlanDocument, unusable } from "./plan-document";

const refusal = {
  code: "compare-document",
  advice: "Make one with: scanform plan --json > plan.json",
  use: "compared",
} as const;

/** Accounts by their id and service. */
type Accounts = ReadonlyMap<string, PlannedAccount>;

/** The accounts of a document by account and service. @throws ScanformError where it is none, or has one twice */
export function accountsIn(io: Io, file: string): Accounts {
  const accounts = new Map<string, PlannedAccount>();
  for (const each of readPlanDocument(io, file, refusal)) {
    const key = accountKey(each);
    if (accounts.has(key)) unusable(file, `has ${nameOf(each)} twice`, refusal);
    if (!/^[0-9a-f]{64}$/.test(each.digest))
      unusable(file, `has no digest of 64 hexadecimal digits for ${nameOf(each)}`, refusal);
    accounts.set(key, each);
  }
  return accounts;
}

/** In the order of the later plan. */
export function compared(
  earlier: Accounts,
  later: Accounts,
  before: string,
  after: string,
): readonly AccountComparison[] {
  const lacking = (file: string, account: PlannedAccount): never =>
    fail("compare-accounts", `${file} has no plan of ${nameOf(account)}. Compare two plans of the same accounts.`, {
      path: file,
    });
  for (const [key, account] of earlier) if (!later.has(key)) lacking(after, account);
  return [...later].map(([key, account]) => comparePlans(earlier.get(key) ?? lacking(before, account), account));
}

const nameOf = ({ account_id: id, account: { base_url: url } }: PlannedAccount): string =>
  `the account ${id}${url === null ? "" : ` at ${url}`}`;

/** What is new in plans since those of an earlier document. @param file as it was typed */
export const comparedSince = (io: Io, file: string, plans: readonly PlanReport[]): readonly AccountComparison[] =>
  compared(accountsIn(io, file), keyed(plans.map(accountDocument)), file, "what is planned now");

const keyed = (accounts: readonly PlannedAccount[]): Accounts =>
  new Map(accounts.map((each) => [accountKey(each), each]));

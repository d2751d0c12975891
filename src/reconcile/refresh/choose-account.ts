import { fail, messageOf, ScanformError } from "../../diagnostics/error";
import type { Account } from "../../model/observed";
import { type AccountId, accountId } from "../../model/ids";
import type { PlanAccount } from "../plan/change";
import { type Reader, RequestError } from "../ports";

/**
 * The account that is named, or the only one that the key reaches.
 *
 * @param withName asks for the name of a named account too, so that several can be distinguished
 */
export async function chooseAccount(
  reader: Reader,
  named = "",
  signal?: AbortSignal,
  withName = false,
): Promise<PlanAccount> {
  if (named === "." || named === "..")
    fail(
      "account-unknown",
      `${JSON.stringify(named)} is not an account id. Set SCANFORM_ACCOUNT_ID, or the account id in the provider block.`,
    );
  if (named !== "") {
    const id = accountId(named);
    const known = withName ? await reader.accounts({ signal }).catch(withoutNames) : [];
    const listed = known.find((each) => each.account_id.toLowerCase() === named.toLowerCase());
    return listed === undefined ? { id } : { ...planAccount(listed), id };
  }
  const accounts = await reader.accounts({ signal });
  const [only, ...others] = accounts;
  if (only === undefined)
    return fail("account-unknown", "The key reaches no account. Ask for access to an account, or create another key.");
  if (others.length > 0)
    return fail(
      "account-ambiguous",
      `The key reaches ${accountList(accounts)}. Set SCANFORM_ACCOUNT_ID, or the account id in the provider block, to one of them.`,
    );
  return planAccount(only);
}

const planAccount = ({ account_id: id, org_name: name, active }: Account): PlanAccount => ({
  id,
  ...(name === undefined ? {} : { name }),
  ...(active ? {} : { inactive: true }),
});

/**
 * The accounts that are listed together: the named one, or all that the key reaches.
 *
 * @param named as in `chooseAccount`
 */
export async function reachedAccounts(
  reader: Reader,
  named = "",
  signal?: AbortSignal,
): Promise<readonly PlanAccount[]> {
  if (named !== "") return [await chooseAccount(reader, named, signal)];
  return (await reader.accounts({ signal, certainty: "whole" })).map(planAccount);
}

/**
 * A name is for people: what is wrong with the key or the service shows in the requests that follow. A service that
 * does not answer is not waited for again.
 */
function withoutNames(thrown: unknown): readonly Account[] {
  if (thrown instanceof RequestError && thrown.status !== undefined) return [];
  throw thrown;
}

/**
 * Finds out whether a request was refused because the key does not reach the account, whose id is part of every path, or
 * because the account is inactive: either may answer 403 or 404. Requests the accounts only for these.
 *
 * @throws ScanformError `account-unknown` or `account-inactive` when that is the reason
 */
export async function checkAccountReachable(
  reader: Pick<Reader, "accounts">,
  account: AccountId,
  thrown: unknown,
  signal?: AbortSignal,
): Promise<void> {
  const status = thrown instanceof RequestError ? thrown.status : undefined;
  if (status !== 404 && status !== 403) return;
  const accounts = await reader.accounts({ signal }).catch((second: unknown) => {
    if (second instanceof ScanformError) return undefined;
    throw second;
  });
  const listed = accounts?.find((each) => each.account_id === account);
  if (listed?.active === true) return;
  if (listed !== undefined)
    fail("account-inactive", `The service lists this account as inactive. ${messageOf(thrown)}`, {}, thrown);
  const reached = accounts === undefined ? "" : ` It reaches ${accountList(accounts)}.`;
  fail(
    "account-unknown",
    `The service has no account ${JSON.stringify(account)} for this key.${reached} Set SCANFORM_ACCOUNT_ID, or the account id in the provider block, to one that it reaches.`,
    {},
    thrown,
  );
}

/** The ids of accounts, with their names. */
export const accountList = (accounts: readonly Account[]): string =>
  accounts.length === 0
    ? "none"
    : accounts.map((each) => `${each.account_id} (${each.org_name ?? "no name"})`).join(", ");

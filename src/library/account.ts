import { fail } from "../diagnostics/error";
import type { Account } from "../model/entities";
import { accountId } from "../model/ids";
import type { PlanAccount } from "../reconcile/plan";
import type { Reader } from "../reconcile/ports";

/** The account that is named, or the only one that the key reaches. */
export async function chooseAccount(reader: Reader, named = "", signal?: AbortSignal): Promise<PlanAccount> {
  if (named === "." || named === "..")
    fail(
      "account-unknown",
      `${JSON.stringify(named)} is no account. Set SCANFORM_ACCOUNT_ID, or account_id in the provider block.`,
    );
  if (named !== "") return { id: accountId(named) };
  const accounts = await reader.accounts({ signal });
  const [only, ...others] = accounts;
  if (only === undefined)
    return fail("account-unknown", "The key reaches no account. Ask for one with rights, or make another key.");
  if (others.length > 0)
    return fail(
      "account-ambiguous",
      `The key reaches ${accountList(accounts)}. Set SCANFORM_ACCOUNT_ID, or account_id in the provider block, to one of them.`,
    );
  return { id: only.account_id, ...(only.org_name === undefined ? {} : { name: only.org_name }) };
}

export const accountList = (accounts: readonly Account[]): string =>
  accounts.length === 0
    ? "none"
    : accounts.map((each) => `${each.account_id} (${each.org_name ?? "no name"})`).join(", ");

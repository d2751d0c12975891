import { fail } from "../../diagnostics/error";
import { quoted } from "../../diagnostics/foreign-text";
import type { Account } from "../../model/entities";
import { isUuid, sameId } from "../../model/uuid";
import type { PlanAccount } from "../../reconcile/plan/change";
import type { Reader } from "../../reconcile/ports";
import { accountList, allAccounts, chooseAccount } from "../../reconcile/refresh/choose-account";
import { accountIn } from "../credentials/variables";
import type { Io } from "../io";
import { askForAccount } from "./answers";

interface AccountChoice {
  /** The id or the name of the account that was chosen on the command line. */
  readonly account: string | undefined;
  /** Somebody is there to choose one. */
  readonly asks: boolean;
}

const chooseOne = "Nothing was written. Choose one with --account, by its name or its id.";

/** That of the command line or of SCANFORM_ACCOUNT_ID, the only one that the key reaches, or the one that is answered. */
export const accountChooser =
  (io: Io, { account: wanted, asks }: AccountChoice) =>
  async (reader: Reader): Promise<PlanAccount> => {
    const id = wanted === undefined ? accountIn(io.env) : isUuid(wanted) ? wanted : undefined;
    if (id !== undefined) return chooseAccount(reader, id, io.signal, true);
    const accounts = await allAccounts(reader, io.signal);
    if (wanted !== undefined) return planAccount(called(wanted, accounts));
    const [only, ...others] = accounts;
    if (only === undefined) return chooseAccount(reader, undefined, io.signal); // which says so
    if (others.length > 0 && !asks) fail("account-ambiguous", `The key reaches ${accountList(accounts)}. ${chooseOne}`);
    return planAccount(others.length === 0 ? only : await askForAccount(io, accounts));
  };

const planAccount = ({ account_id: id, org_name: name }: Account): PlanAccount => ({ id, name });

/** The only one of this name or id. @throws ScanformError `account-unknown` or `account-ambiguous` */
function called(wanted: string, accounts: readonly Account[]): Account {
  const found = accounts.filter(({ account_id: id, org_name: name }) => sameId(id, wanted) || name === wanted);
  const [only, ...others] = found;
  if (only === undefined)
    return fail(
      "account-unknown",
      `The key reaches no account ${quoted(wanted)}. It reaches ${accountList(accounts)}. ${chooseOne}`,
    );
  if (others.length === 0) return only;
  return fail(
    "account-ambiguous",
    `Several accounts have the name ${quoted(wanted)}: ${accountList(found)}. Nothing was written. Choose one with --account, by its id.`,
  );
}

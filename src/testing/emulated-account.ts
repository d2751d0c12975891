import type { AccountDeclaration } from "../declaration/group-by-account";
import { fail } from "../diagnostics/error";
import type { Seed } from "../emulator/index";
import { accountId } from "../model/ids";
import { listed } from "../model/suggest";
import type { PlanAccount } from "../reconcile/plan/change";

/** How an emulator is planned against. */
export interface AgainstOptions {
  /** The emulator's account, by its id or its name, for provider blocks that name none; its first one by default. */
  readonly account?: string;
  /** Plans to delete what the declaration owns and does not declare, as `--prune` does; not by default. */
  readonly prune?: boolean;
}

/** The emulator's account that a declaration is for: the one that its provider block names by `account_id`. */
export function emulatedAccount(
  { accounts, keys }: Seed,
  { provider }: Pick<AccountDeclaration, "provider">,
  { account: chosen }: AgainstOptions,
): { readonly account: PlanAccount; readonly apiKey: string } {
  const wanted = (provider.accountId ?? chosen)?.toLowerCase();
  const found = accounts.find(
    ({ account_id: id, org_name: name }) =>
      wanted === undefined || id.toLowerCase() === wanted || name?.toLowerCase() === wanted,
  );
  if (found === undefined) {
    const known = listed(accounts.map(({ account_id: id, org_name: name }) => `${id} (${name ?? "no name"})`));
    return fail("argument-invalid", `The emulator has no account ${JSON.stringify(wanted)}; there are ${known}.`);
  }
  const { account_id: id, org_name: name } = found;
  const [apiKey] = Object.entries(keys).find(([, reached]) => reached.includes(id)) ?? [];
  if (apiKey === undefined) return fail("argument-invalid", `No key of the emulator's seed reaches the account ${id}.`);
  const alias = provider.aliases.find((each) => each !== "");
  return {
    account: {
      id: accountId(id),
      ...(typeof name === "string" ? { name } : {}),
      ...(alias === undefined ? {} : { alias }),
    },
    apiKey,
  };
}

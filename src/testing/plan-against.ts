import { listed } from "../diagnostics/enumeration";
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountDeclaration } from "../declaration/group-by-account";
import { fail, ScanformError } from "../diagnostics/error";
import type { Emulator, Seed } from "../emulator/index";
import { ServiceClient } from "../library/index";
import { accountId } from "../model/ids";
import { type Applied, apply } from "../reconcile/apply/apply";
import type { PlanAccount } from "../reconcile/plan/change";
import type { Plan } from "../reconcile/plan/plan";
import { refreshAndPlan, withSourceLocations } from "../reconcile/refresh/refresh";
import { type AccountDocument, type AppliedDocument, type PlanDocument, plannedIn } from "../report/document";
import { accountDocument, appliedDocuments, documentOf, planDocument } from "../report/make-document";
import { declarationIn, type Declared } from "./snapshot";

/** The document of a plan of every account that is declared. */
export type PlanAgainst = Omit<PlanDocument, "accounts"> & { readonly accounts: readonly AccountDocument[] };

/** The same, and what became of it. */
export type AppliedTo = Omit<PlanDocument, "accounts"> & { readonly accounts: readonly AppliedDocument[] };

/** An emulator, as `startEmulator` of `scanform/emulator` returns it. */
export type RunningEmulator = Pick<Emulator, "url" | "snapshot">;

/**
 * Plans a stack, an app or a synthesized folder against an emulator, whatever service its provider blocks name. Sends
 * only GET requests.
 *
 * @example
 * const { accounts } = await planAgainst(emulator, stack);
 * expect(accounts[0]?.summary).toMatchObject({ create: 2, move: 14, repositories: { weakens: 0 } });
 * @throws ScanformError when the declaration is not valid, or does not fit the account
 */
export async function planAgainst(
  emulator: RunningEmulator,
  declared: Declared,
  options: AgainstOptions = {},
): Promise<PlanAgainst> {
  const { accounts, diagnostics } = declarationIn(declared);
  const plans: Plan[] = [];
  for (const account of accounts)
    plans.push(await withPlan(emulator, account, options, (plan) => Promise.resolve(plan)));
  const document = planDocument({ madeAt: Date.now(), plans, diagnostics });
  return { ...document, accounts: plannedIn(document) };
}

/**
 * Plans in the same way, and applies the plan to the emulator.
 *
 * @example
 * const { accounts } = await applyTo(emulator, stack);
 * expect(accounts[0]?.verified).toBe(true);
 * @throws ScanformError also for the refusals of a plan, before anything of it is written
 */
export async function applyTo(
  emulator: RunningEmulator,
  declared: Declared,
  options: AgainstOptions = {},
): Promise<AppliedTo> {
  const madeAt = Date.now();
  const done = new Map<AccountDocument, Applied>();
  for (const account of declarationIn(declared).accounts)
    await withPlan(emulator, account, options, async (plan, client) => {
      if (plan.refusals.length > 0) throw new ScanformError(plan.refusals);
      const applied = await apply(plan, { reader: client, writer: client, sleep: (ms) => sleep(ms) });
      done.set(accountDocument(plan), applied);
    });
  const accounts = [...done.keys()];
  const document = documentOf({ made_at: new Date(madeAt).toISOString(), accounts, diagnostics: [] });
  const applied = appliedDocuments(document, done);
  return { ...applied, accounts: applied.accounts.filter((each) => "outcomes" in each) };
}

async function withPlan<T>(
  emulator: RunningEmulator,
  declared: AccountDeclaration,
  options: AgainstOptions,
  use: (plan: Plan, client: ServiceClient) => Promise<T>,
): Promise<T> {
  const { account, apiKey } = emulatedAccount(emulator.snapshot(), declared, options);
  const client = new ServiceClient({ baseUrl: emulator.url, apiKey });
  // no `await using`, which Jest 29 cannot run: its Symbol has no asyncDispose
  try {
    const plan = await withSourceLocations(declared.locations, () =>
      refreshAndPlan(client, { ...account, baseUrl: emulator.url }, declared.desired, {
        prune: options.prune === true,
      }),
    );
    return await use(plan, client);
  } finally {
    await client.close();
  }
}

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

import { setTimeout as sleep } from "node:timers/promises";
import type { AccountDeclaration } from "../declaration/group-by-account";
import { ScanformError } from "../diagnostics/error";
import type { Emulator } from "../emulator/index";
import { ServiceClient } from "../library/index";
import { apply } from "../reconcile/apply/apply";
import type { Plan } from "../reconcile/plan/plan";
import { refreshAndPlan, withSourceLocations } from "../reconcile/refresh/refresh";
import { appliedDocuments, planDocument } from "../report/document";
import { type AgainstOptions, emulatedAccount } from "./emulated-account";
import { declarationIn, type Declared } from "./snapshot";

/** What `scanform plan --json` prints: format 2.0. */
export type PlanDocument = ReturnType<typeof planDocument>;
/** What `scanform apply --json` prints: format 2.0. */
export type AppliedDocument = ReturnType<typeof appliedDocuments>;

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
): Promise<PlanDocument> {
  const { accounts, diagnostics } = declarationIn(declared);
  const plans: Plan[] = [];
  for (const account of accounts)
    plans.push(await withPlan(emulator, account, options, (plan) => Promise.resolve(plan)));
  return planDocument(plans, diagnostics);
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
): Promise<AppliedDocument> {
  const done: Parameters<typeof appliedDocuments>[0][number][] = [];
  for (const account of declarationIn(declared).accounts)
    await withPlan(emulator, account, options, async (plan, client) => {
      if (plan.refusals.length > 0) throw new ScanformError(plan.refusals);
      const applied = await apply(plan, { reader: client, writer: client, sleep: (ms) => sleep(ms) });
      done.push({ plan, applied });
    });
  return appliedDocuments(done);
}

async function withPlan<T>(
  emulator: RunningEmulator,
  declared: AccountDeclaration,
  options: AgainstOptions,
  use: (plan: Plan, client: ServiceClient) => Promise<T>,
): Promise<T> {
  const { account, apiKey } = emulatedAccount(emulator.snapshot(), declared, options);
  const how = options.prune === true ? { prune: true } : {};
  await using client = new ServiceClient({ baseUrl: emulator.url, apiKey });
  const plan = await withSourceLocations(declared.locations, () =>
    refreshAndPlan(client, { ...account, baseUrl: emulator.url }, declared.desired, how),
  );
  return await use(plan, client);
}

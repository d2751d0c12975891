import { resolve } from "node:path";
import { fail } from "../diagnostics/error";
import { isEmpty } from "../reconcile/plan/plan";
import type { PlanAccount } from "../reconcile/plan/change";
import { replan } from "../reconcile/refresh/replan";
import { withCredentials } from "./credentials/credentials";
import { accountIn } from "./credentials/variables";
import { appliedOnce, type OnceOptions, refuseTakenBack } from "./applied-once";
import { type AccountPlan, closeAll, withDiagnostics } from "./declared-plans";
import type { Io } from "./io";
import { withSourceLocations } from "../reconcile/refresh/refresh";
import { readPlanFile } from "./plan-file";
import { type ConnectionOptions, connect } from "./session";

/**
 * The plans of a file, each made again from what the file declares and from the account as it is now; all of them, or
 * none. An account for which the file is already applied has nothing left to do, or the file is refused.
 *
 * @throws ScanformError `plan-stale` where a plan is not what the file says; those of `appliedOnce`
 */
export async function savedPlans(
  io: Io,
  file: string,
  options: ConnectionOptions & OnceOptions,
): Promise<readonly AccountPlan[]> {
  const made: AccountPlan[] = [];
  const whole = readPlanFile(resolve(io.cwd, file));
  const approved = whole.map((saved) => ({ digest: saved.report.digest, from: { file, saved } }));
  const { applied, diagnostics } = appliedOnce(io, approved, options);
  for (const { account, provider } of whole) refuseOtherAccount(io, file, { account, declared: provider.accountId });
  const reached = withCredentials(
    io,
    options,
    whole.map((saved) => ({ saved, provider: { baseUrl: saved.baseUrl, aliases: saved.provider.aliases } })),
    file,
  );
  try {
    for (const { saved, credentials } of reached) {
      const session = connect(io, credentials, { ...options, concurrency: saved.provider.maxConcurrency });
      try {
        const name = whole.length > 1 ? `${file}, for the account ${saved.account.id},` : file;
        const { provider, locations } = saved;
        const plan = await withSourceLocations(locations, () => replan(session.reader, saved, name, io));
        if (applied.has(saved.report.digest) && !isEmpty(plan)) refuseTakenBack(plan);
        const approval = saved.writes.length === 0 ? {} : { approved: saved.report.digest };
        made.push({ session, plan, provider, locations, ...approval });
      } catch (thrown) {
        await session.close();
        throw thrown;
      }
    }
    // an account that an interrupted apply was done with has nothing left to do; the others go on
    if (
      made.every(({ plan }) => isEmpty(plan)) &&
      options.again !== true &&
      whole.some(({ writes }) => writes.length > 0)
    )
      fail("plan-stale", `${file} is already applied: the account holds all that it declares.`, { path: file });
    return withDiagnostics(made, diagnostics);
  } catch (thrown) {
    await closeAll(made);
    throw thrown;
  }
}

/**
 * A file must be for the account that the environment names, unless what it declares names its account itself, which
 * goes before the environment when planning too.
 *
 * @param declared the account id that the declaration names
 */
export function refuseOtherAccount(
  { env }: Io,
  file: string,
  { account, declared }: { readonly account: PlanAccount; readonly declared?: string | undefined },
): void {
  const now = accountIn(env);
  if (declared !== undefined && declared.toLowerCase() !== account.id.toLowerCase())
    fail("plan-unlike", `${file} declares the account ${declared} and is for ${account.id}. Nothing was written.`, {
      path: file,
    });
  if (declared !== undefined || now === undefined || now.toLowerCase() === account.id.toLowerCase()) return;
  fail(
    "plan-file-account",
    `${file} was made for the account ${account.id}, and the environment names ${now}. Nothing was written.`,
    { path: file },
  );
}

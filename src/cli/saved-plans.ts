import { fail, ScanformError } from "../diagnostics/error";
import type { Diagnostic } from "../diagnostics/diagnostic";
import type { GateCondition } from "../report/conditions";
import { sameId } from "../model/uuid";
import type { PlanAccount } from "../reconcile/plan/change";
import { isEmpty, type Plan } from "../reconcile/plan/plan";
import { chooseAccount } from "../reconcile/refresh/choose-account";
import { replan } from "../reconcile/refresh/replan";
import { withSourceLocations } from "../reconcile/refresh/refresh";
import { accountIn, isPlanned, type PlanDocument } from "../report/document";
import { locationsIn } from "../report/recompute";
import type { FailedAccount } from "../report/renderer";
import { appliedOnce, type OnceOptions, refuseTakenBack } from "./applied-once";
import { accountOfFile } from "./chosen-account";
import { withCredentials } from "./credentials/operator";
import { environmentAccount } from "./credentials/variables";
import { type AccountPlan, closeAll, type AccountPlans, refusalsOf } from "./account-plans";
import type { DeclaredOptions } from "./declared-plans";
import { eachAccount } from "./each-account";
import { isStale } from "./exit-codes";
import type { Io } from "./io";
import { decidesNothing, readPlans, requireSaved, type SavedPlan } from "./plan-file";
import { keeping } from "./plan-findings";
import { type PolicyOptions, wholeFor } from "./command-policies";
import { connect, type ConnectionOptions, type Session } from "./session";

/**
 * The plans of a file, each made again from what the file declares and from the account as it is now. An account that
 * no longer matches its plan fails, and the others go on. One for which the file is already applied has nothing left to
 * do, or the whole file is refused.
 *
 * @throws ScanformError `plan-stale` where no account matches its plan; those of `appliedOnce`
 */
export async function savedPlans(
  io: Io,
  file: string,
  options: ConnectionOptions &
    OnceOptions &
    PolicyOptions &
    Pick<DeclaredOptions, "account"> & { readonly failOn?: readonly GateCondition[] },
): Promise<AccountPlans> {
  const madeAt = io.now();
  const { document, plans } = readPlans(io, file);
  const accounts = chosenOf(file, document, options.account);
  const whole = plans.filter(({ document }) => accounts.includes(document));
  const unplanned = unplannedIn(accounts);
  requireSaved(file, whole, options.failOn);
  const approved = whole.map((saved) => ({ digest: saved.plan.digest, from: { file, saved } }));
  const { applied, diagnostics } = appliedOnce(io, approved, options);
  for (const { plan, document } of whole)
    refuseOtherAccount(io, file, { account: plan.account, declared: document.apply.provider.accountId });
  const reached = withCredentials(
    io,
    options,
    whole.map((saved) => {
      const { account } = saved.plan;
      const { baseUrl = "" } = account;
      return { saved, account, provider: { baseUrl, aliases: saved.document.apply.provider.aliases } };
    }),
    file,
  );
  const isApplied = ({ plan }: SavedPlan): boolean => applied.has(plan.digest);
  const made: AccountPlan[] = [];
  try {
    const { done, failed } = await eachAccount(
      io,
      reached,
      async ({ saved, credentials }) => {
        if (credentials instanceof ScanformError) throw credentials;
        const { provider } = saved.document.apply;
        const session = connect(io, credentials, { ...options, concurrency: provider.maxConcurrency });
        const name = whole.length > 1 ? `${file}, for the account ${saved.plan.account.id},` : file;
        const each = await planAgain(io, session, saved, { name, asked: options });
        made.push(each);
        return { saved, ...each };
      },
      { before: unplanned },
    );
    const takenBack = [
      ...done.filter(({ saved, plan }) => isApplied(saved) && !isEmpty(plan)),
      ...failed.filter((each) => "saved" in each && isApplied(each.saved) && isStale(each)),
    ];
    for (const { saved } of takenBack) refuseTakenBack(saved.plan.account);
    // an account that an interrupted apply was done with has nothing left to do; the others go on
    if (
      failed.length === 0 &&
      done.every(({ plan }) => isEmpty(plan)) &&
      options.again !== true &&
      whole.some((saved) => !decidesNothing(saved))
    )
      fail("plan-stale", `${file} is already applied: the account holds all that it declares.`, { path: file });
    return { plans: done, failed: [...unplanned, ...failed], diagnostics, madeAt };
  } catch (thrown) {
    await closeAll(made);
    throw thrown;
  }
}

/** All accounts of a file, or the one that is called so. */
function chosenOf(file: string, { accounts }: PlanDocument, wanted: string | undefined): PlanDocument["accounts"] {
  if (wanted === undefined) return accounts;
  return [accountOfFile(file, accounts.map(choiceOf), wanted).entry];
}

/** What an account of a document is called. */
export const choiceOf = (entry: PlanDocument["accounts"][number]) => ({
  entry,
  account: accountIn(entry),
  provider: isPlanned(entry)
    ? entry.apply.provider
    : { aliases: entry.account.alias === null ? [] : [entry.account.alias] },
});

/** The accounts without a plan in the file: an apply skips them. */
const unplannedIn = (accounts: PlanDocument["accounts"]): readonly FailedAccount[] =>
  accounts
    .filter((each) => !isPlanned(each))
    .map((each) => ({ account: accountIn(each), diagnostics: each.diagnostics as readonly Diagnostic[] }));

/** A saved plan made again, with what is kept of it. Closes the connection where it fails. */
async function planAgain(
  io: Io,
  session: Session,
  saved: SavedPlan,
  { name, asked }: { readonly name: string; readonly asked: PolicyOptions },
): Promise<AccountPlan> {
  const { plan: reviewed, document: kept } = saved;
  const locations = locationsIn(kept);
  const how = { ...io, ...wholeFor(asked) };
  try {
    // what was refused is refused again, whatever the account holds by now
    const fresh =
      refusalsOf(kept).length > 0
        ? reviewed
        : await withSourceLocations(locations, () => replan(session.reader, reviewed, name, how));
    const approval = decidesNothing(saved) ? {} : { approved: reviewed.digest };
    const plan = await asNamedNow(io, session, withTitles(fresh, saved), asked);
    return await keeping(io, { session, plan, provider: kept.apply.provider, locations, ...approval }, kept, asked);
  } catch (thrown) {
    await session.close();
    throw thrown;
  }
}

/** A plan with the name that its account has now, which policies judge by, and not the one in the file. */
async function asNamedNow({ signal }: Io, { reader }: Session, plan: Plan, { policy }: PolicyOptions): Promise<Plan> {
  if (policy === undefined) return plan;
  const { name, inactive: _was, ...account } = plan.account;
  const now = await chooseAccount(reader, account.id, signal, true);
  if (name !== undefined && now.name === undefined)
    fail(
      "policy-failed",
      `The service does not say what the account ${account.id} is called, and policies may ask it.`,
    );
  return { ...plan, account: { ...account, ...now } };
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
  const now = environmentAccount(env);
  if (declared !== undefined && !sameId(declared, account.id))
    fail("plan-unlike", `${file} declares the account ${declared} and is for ${account.id}. Nothing was written.`, {
      path: file,
    });
  if (declared !== undefined || now === undefined || sameId(now, account.id)) return;
  fail(
    "plan-file-account",
    `${file} was made for the account ${account.id}, and the environment names ${now}. Nothing was written.`,
    { path: file },
  );
}

/** A plan with the titles of policies that a saved one knows. */
export const withTitles = (plan: Plan, { plan: { policyTitles } }: SavedPlan): Plan => ({
  ...plan,
  policyTitles: new Map([...policyTitles, ...plan.policyTitles]),
});

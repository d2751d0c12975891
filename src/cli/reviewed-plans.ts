import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { error } from "../diagnostics/diagnostic";
import { fail, ScanformError } from "../diagnostics/error";
import type { Diagnostic } from "../diagnostics/diagnostic";
import type { GateCondition } from "../report/conditions";
import type { PlanAccount } from "../reconcile/plan/change";
import { decidedDifferently, decisionsOf } from "../reconcile/plan/decisions";
import { isEmpty, type Plan } from "../reconcile/plan/plan";
import { replan } from "../reconcile/refresh/replan";
import { withSourceLocations } from "../reconcile/refresh/refresh";
import { accountIn as documentAccount, isPlanned, type PlanDocument } from "../report/document";
import { accountLineOf, shortDigest } from "../report/head";
import { locationsIn } from "../report/recompute";
import type { FailedAccount } from "../report/renderer";
import { appliedOnce, type Approved, type OnceOptions, refuseTakenBack } from "./applied-once";
import { accountOfFile, isCalled } from "./chosen-account";
import { withCredentials } from "./credentials/operator";
import { accountIn } from "./credentials/variables";
import {
  type AccountPlan,
  closeAll,
  type DeclaredOptions,
  type DeclaredPlans,
  declaredPlans,
  refusalsOf,
} from "./declared-plans";
import { eachAccount, ofAccount } from "./each-account";
import { isStale } from "./exit-codes";
import type { Io } from "./io";
import { decidesNothing, readPlans, requireSaved, type SavedPlan } from "./plan-file";
import { type PolicyOptions, wholeFor } from "./policy-options";
import { connect, type ConnectionOptions, type Session } from "./session";
import { pastedFile } from "./shell";

/**
 * Plans what is declared now, and accepts it only if it is what was reviewed. Of a file, only the digests and its age
 * count: a person who swaps it can stop an apply, or name what the code at hand plans anyway. A condition about new
 * repositories asks the file, which was made with a base. An account of which something else was reviewed fails, and the
 * others go on.
 *
 * @param reviewed saved plans, or digests of 64 hexadecimal digits, one for each account
 * @throws ScanformError `plan-unlike`, and those of `appliedOnce`, before anything is written
 */
export async function reviewedPlans(
  io: Io,
  reviewed: readonly string[],
  options: DeclaredOptions & OnceOptions & { readonly failOn?: readonly GateCondition[] },
): Promise<DeclaredPlans> {
  const { account } = options;
  const approved = reviewed
    .flatMap((each) => approvedBy(io, each))
    .filter(
      ({ from }) => account === undefined || from === undefined || isCalled(account)(choiceOf(from.saved.document)),
    );
  if (options.maxAge !== undefined && approved.every(({ from }) => from === undefined))
    fail("usage", "--max-age is for a saved plan: a digest does not say when its plan was made.");
  const { applied, diagnostics } = appliedOnce(io, approved, options);
  for (const { from } of approved) {
    if (from !== undefined) requireSaved(from.file, [from.saved], options.failOn);
    else if (options.failOn?.includes("future") === true)
      fail(
        "usage",
        "--fail-on future asks a saved plan, which was made with --base: name the file in place of its digest.",
      );
  }
  const { plans: made, failed, ...rest } = await declaredPlans(io, options);
  try {
    const accepted: AccountPlan[] = [];
    for (const each of made) accepted.push(await acceptedPlan(io, each, { approved, applied, asked: options }));
    const unlike = unlikeReviewed(accepted, approved, failed.length);
    await closeAll(unlike);
    const plans = accepted.filter((each) => !unlike.includes(each));
    const unplanned = unplannedOf(accepted, approved);
    return {
      ...rest,
      plans,
      failed: [...failed, ...unlike.map((each) => refused(each, unplanned))],
      diagnostics: [...diagnostics, ...rest.diagnostics],
    };
  } catch (thrown) {
    await closeAll(made);
    throw thrown;
  }
}

/** A plan with what was reviewed of it: itself, or a saved plan of which it is the rest. */
async function acceptedPlan(
  io: Io,
  each: AccountPlan,
  {
    approved,
    applied,
    asked,
  }: {
    readonly approved: readonly Approved[];
    readonly applied: ReadonlySet<string>;
    readonly asked: PolicyOptions;
  },
): Promise<AccountPlan> {
  const { plan, session, locations } = each;
  if (isEmpty(plan)) return each;
  if (applied.has(plan.digest)) refuseTakenBack(plan.account);
  const same = approved.filter(({ digest }) => digest === plan.digest);
  if (same.length > 0) {
    const saved = same.find(isOfAccount(plan))?.from?.saved.document;
    return { ...each, approved: plan.digest, ...(saved === undefined ? {} : { kept: saved }) };
  }
  const reviewed = approved.find(isOfAccount(plan));
  if (reviewed?.from === undefined) return each;
  if (applied.has(reviewed.digest)) refuseTakenBack(plan.account);
  const { file, saved } = reviewed.from;
  const { account, desired, options } = plan;
  try {
    const refreshOptions = { ...io, ...wholeFor(asked) };
    const declared = { ...saved.plan, account, desired, options };
    const rest = await withSourceLocations(locations, () => replan(session.reader, declared, file, refreshOptions));
    return { ...each, plan: named(rest, saved), approved: reviewed.digest, kept: saved.document };
  } catch (thrown) {
    if (thrown instanceof ScanformError && thrown.diagnostics.every(({ code }) => code === "plan-stale")) return each;
    throw thrown;
  }
}

/** A plan with the titles of policies that a saved one knows. */
const named = (plan: Plan, { plan: { policyTitles } }: SavedPlan): Plan => ({
  ...plan,
  policyTitles: new Map([...policyTitles, ...plan.policyTitles]),
});

/** Whether a saved plan is of the same account of the same service. */
const isOfAccount =
  ({ account: { id, baseUrl } }: Plan) =>
  ({ from }: Approved): boolean =>
    from?.saved.plan.account.id === id && from.saved.plan.account.baseUrl === baseUrl;

function approvedBy({ cwd }: Io, text: string): readonly Approved[] {
  if (/^[0-9a-f]{64}$/i.test(text)) return [{ digest: text.toLowerCase() }];
  const path = resolve(cwd, text);
  if (/^[0-9a-f]+$/i.test(text) && !existsSync(path))
    fail(
      "usage",
      `--reviewed ${text} is neither a file nor a whole digest, which has 64 digits: plan --json prints it.`,
    );
  const { plans: all } = readPlans({ cwd }, text);
  if (all.some(({ plan }) => plan.desired.putBack !== undefined))
    fail(
      "usage",
      `${text} is a plan of \`rollback --out\`, which no code declares. Apply it with \`scanform apply ${pastedFile(text)}\`, which plans it again by itself.`,
      { path },
    );
  return all.map((saved) => ({ digest: saved.plan.digest, from: { file: text, saved } }));
}

/**
 * The accounts whose plan is not what was reviewed: nothing is written to them, and the others go on.
 *
 * @param failed accounts without a plan, of which what was reviewed waits for another apply
 * @throws ScanformError where no account is left, and where what was reviewed is of more accounts, or of fewer
 */
function unlikeReviewed(
  made: readonly AccountPlan[],
  approved: readonly Approved[],
  failed: number,
): readonly AccountPlan[] {
  const digests = new Set(approved.map(({ digest }) => digest));
  const others = made.filter((each) => !digests.has(digestOf(each)));
  const unplanned = unplannedOf(made, approved);
  // an account that an interrupted apply was done with has nothing left to do
  const unlike = others.filter(({ plan }) => !isEmpty(plan));
  if (others.length === made.length && unlike.length === 0 && unplanned.length > failed)
    fail("plan-stale", "Nothing is left to do: what was reviewed is applied already, or no longer declared.");
  const isKnown = (each: Approved): boolean =>
    each.from === undefined || others.some(({ plan }) => isOfAccount(plan)(each));
  const waiting = unplanned.filter((each) => !isKnown(each));
  const isMore = unplanned.length > others.length + failed || waiting.length > failed;
  const digestsAlone = unplanned.filter(({ from }) => from === undefined).length;
  const isLess = unlike.filter(({ plan }) => !unplanned.some(isOfAccount(plan))).length > digestsAlone;
  if (isMore || isLess || (unlike.length > 0 && others.length === made.length))
    fail("plan-unlike", unlikeText(others, unplanned));
  return unlike;
}

const digestOf = ({ approved, plan }: AccountPlan): string => approved ?? plan.digest;

/** What was reviewed and is not planned. */
function unplannedOf(made: readonly AccountPlan[], approved: readonly Approved[]): readonly Approved[] {
  const found = new Set(made.map(digestOf));
  return approved.filter(({ digest }) => !found.has(digest));
}

/** An account to which nothing is written, since what was reviewed is something else. */
function refused({ plan }: AccountPlan, unplanned: readonly Approved[]): FailedAccount {
  const { account } = plan;
  const reviewed = unplanned.filter((each) => each.from === undefined || isOfAccount(plan)(each));
  return { account, diagnostics: ofAccount(account, [error("plan-unlike", unlikeText([{ plan }], reviewed))]) };
}

function unlikeText(others: readonly Pick<AccountPlan, "plan">[], unplanned: readonly Approved[]): string {
  const plans = others.map(({ plan }) => plan);
  const said = [
    ...plans.filter((plan) => !isEmpty(plan)).map((plan) => `planned now: ${lineOf(plan)}`),
    ...unplanned.map(
      ({ digest, from }) => `reviewed: ${from === undefined ? shortDigest(digest) : lineOf(from.saved.plan)}`,
    ),
    ...plans.flatMap((plan) => differences(plan, unplanned)),
  ];
  const hint = unplanned.some(({ from }) => from === undefined)
    ? " If an earlier apply was interrupted, name the saved plan instead of its digest, and it is continued."
    : "";
  return `What is declared now is not what was reviewed, and nothing was written:\n${said.join("\n")}\nPlan again with the same options, and have it reviewed.${hint}`;
}

const lineOf = ({ account, digest }: Plan): string => `${accountLineOf(account)}, digest ${shortDigest(digest)}`;

/** How a plan differs from the reviewed one of its account, as far as the file shows. */
function differences(plan: Plan, approved: readonly Approved[]): readonly string[] {
  const saved = approved.find(isOfAccount(plan))?.from?.saved;
  if (saved === undefined) return [];
  return decidedDifferently(decisionsOf(saved.plan), decisionsOf(plan));
}

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
): Promise<DeclaredPlans> {
  const madeAt = (io.now ?? Date.now)();
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
const choiceOf = (entry: PlanDocument["accounts"][number]) => ({
  entry,
  account: documentAccount(entry),
  provider: isPlanned(entry)
    ? entry.apply.provider
    : { aliases: entry.account.alias === null ? [] : [entry.account.alias] },
});

/** The accounts of which the file has no plan: an apply passes over them. */
const unplannedIn = (accounts: PlanDocument["accounts"]): readonly FailedAccount[] =>
  accounts
    .filter((each) => !isPlanned(each))
    .map((each) => ({ account: documentAccount(each), diagnostics: each.diagnostics as readonly Diagnostic[] }));

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
    return { session, plan: named(fresh, saved), provider: kept.apply.provider, locations, kept, ...approval };
  } catch (thrown) {
    await session.close();
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

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { error } from "../diagnostics/diagnostic";
import { fail, ScanformError } from "../diagnostics/error";
import type { GateCondition } from "../report/conditions";
import { decidedDifferently, decisionsOf } from "../reconcile/plan/decisions";
import { isEmpty, type Plan } from "../reconcile/plan/plan";
import { replan } from "../reconcile/refresh/replan";
import { withSourceLocations } from "../reconcile/refresh/refresh";
import { accountLineOf, shortDigest } from "../report/head";
import type { FailedAccount } from "../report/renderer";
import { appliedOnce, type Approved, type OnceOptions, refuseTakenBack } from "./applied-once";
import { isCalled } from "./chosen-account";
import { type AccountPlan, closeAll, type AccountPlans } from "./account-plans";
import { type DeclaredOptions, declaredPlans } from "./declared-plans";
import { ofAccount } from "./each-account";
import type { Io } from "./io";
import { keeping } from "./plan-findings";
import { readPlans, requireSaved } from "./plan-file";
import { type PolicyOptions, wholeFor } from "./command-policies";
import { choiceOf, withTitles } from "./saved-plans";
import { pastedFile } from "./shell";

/**
 * Plans what is declared now, and accepts it only if it is what was reviewed. Of a file, only the digests, its
 * age and its comparison with a base count: a person who swaps it can stop an apply, or name what the code at hand plans
 * anyway. A condition or a policy about new repositories asks the file, which was made with a base. An account of which
 * something else was reviewed fails, and the others go on.
 *
 * @param reviewed saved plans, or digests of 64 hexadecimal digits, one for each account
 * @throws ScanformError `plan-unlike`, and those of `appliedOnce`, before anything is written
 */
export async function reviewedPlans(
  io: Io,
  reviewed: readonly string[],
  options: DeclaredOptions & OnceOptions & { readonly failOn?: readonly GateCondition[] },
): Promise<AccountPlans> {
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
    const accepted = { ...each, approved: plan.digest };
    return saved === undefined ? accepted : await keeping(io, accepted, saved, asked);
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
    const accepted = { ...each, plan: withTitles(rest, saved), approved: reviewed.digest };
    return await keeping(io, accepted, saved.document, asked);
  } catch (thrown) {
    if (thrown instanceof ScanformError && thrown.diagnostics.every(({ code }) => code === "plan-stale")) return each;
    throw thrown;
  }
}

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
 * | reviewed                | planned now                | then                                                      |
 * |-------------------------|----------------------------|-----------------------------------------------------------|
 * | this digest             | the same                   | it is applied                                             |
 * | a plan of the account   | another one                | the account fails                                         |
 * | a plan of the account   | nothing to do              | an interrupted apply was done with it                     |
 * | a plan of the account   | nothing: the account failed | waits for another apply                                  |
 * | a plan of the account   | nothing: it is not declared | nothing at all is written                                |
 * | nothing                 | a plan                     | nothing at all is written                                 |
 *
 * A digest alone does not name its account: it is that of any account that no saved plan is of.
 *
 * @param failed the number of accounts without a plan
 * @throws ScanformError in the last two cases, and where no account is left
 */
function unlikeReviewed(
  made: readonly AccountPlan[],
  approved: readonly Approved[],
  failed: number,
): readonly AccountPlan[] {
  const digests = new Set(approved.map(({ digest }) => digest));
  const others = made.filter((each) => !digests.has(digestOf(each)));
  const unlike = others.filter(({ plan }) => !isEmpty(plan));
  const unplanned = unplannedOf(made, approved);
  const files = unplanned.filter(({ from }) => from !== undefined);
  const digestsAlone = unplanned.length - files.length;
  const isReviewed = ({ plan }: AccountPlan): boolean => files.some(isOfAccount(plan));
  const unnamed = others.filter((each) => !isReviewed(each));
  const elsewhere = files.filter((each) => !others.some(({ plan }) => isOfAccount(plan)(each)));
  const waiting = elsewhere.length + Math.max(0, digestsAlone - unnamed.length);
  if (others.length === made.length && unlike.length === 0 && unplanned.length > failed)
    fail("plan-stale", "Nothing is left to do: what was reviewed is applied already, or no longer declared.");
  const isUnreviewed = unlike.filter((each) => !isReviewed(each)).length > digestsAlone;
  const isNoneLeft = unlike.length > 0 && others.length === made.length;
  if (waiting > failed || isUnreviewed || isNoneLeft) fail("plan-unlike", unlikeText(others, unplanned));
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

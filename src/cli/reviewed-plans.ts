import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fail } from "../diagnostics/error";
import { isEmpty, type Plan } from "../reconcile/plan/plan";
import { worsened } from "../reconcile/refresh/worsened";
import { unlikeReviewed } from "../reconcile/refresh/unlike-reviewed";
import { accountLine, shortDigest } from "../report/head";
import type { PlanReport } from "../report/plan-report";
import { appliedOnce, type Approved, type OnceOptions } from "./applied-once";
import { type AccountPlan, closeAll, type DeclaredOptions, declaredPlans, withDiagnostics } from "./declared-plans";
import type { Io } from "./io";
import { readPlanFile } from "./plan-file";

/**
 * Plans what is declared now, and accepts it only if it is what was reviewed. Of a file, only the digests and its age
 * count: whoever swaps it can stop an apply, or name what the code at hand plans anyway.
 *
 * @param reviewed saved plans, or digests of 64 hexadecimal digits, one for each account
 * @throws ScanformError `plan-unlike`, and those of `appliedOnce`, before anything is written
 */
export async function reviewedPlans(
  io: Io,
  reviewed: readonly string[],
  options: DeclaredOptions & OnceOptions,
): Promise<readonly AccountPlan[]> {
  const approved = reviewed.flatMap((each) => approvedBy(io, each));
  if (options.maxAge !== undefined && approved.every(({ from }) => from === undefined))
    fail("usage", "--max-age is for a saved plan: a digest does not say when its plan was made.");
  const { applied, diagnostics } = appliedOnce(io, approved, options);
  const made = await declaredPlans(io, options);
  try {
    refuseOthers(made, approved);
    const isDone = ({ plan }: AccountPlan): boolean => applied.has(plan.digest);
    const left = made.filter((each) => !isDone(each));
    if (left.length < made.length && left.every(({ plan }) => isEmpty(plan)))
      fail("plan-applied", `${diagnostics.map(({ detail }) => detail).join("\n")}\nNothing else is left to do.`);
    await closeAll(made.filter(isDone));
    const reviewedOf = ({ plan }: AccountPlan) => (isEmpty(plan) ? {} : { approved: plan.digest });
    return withDiagnostics(
      left.map((each) => ({ ...each, ...reviewedOf(each) })),
      diagnostics,
    );
  } catch (thrown) {
    await closeAll(made);
    throw thrown;
  }
}

function approvedBy({ cwd }: Io, text: string): readonly Approved[] {
  if (/^[0-9a-f]{64}$/i.test(text)) return [{ digest: text.toLowerCase() }];
  const path = resolve(cwd, text);
  if (/^[0-9a-f]+$/i.test(text) && !existsSync(path))
    fail(
      "usage",
      `--reviewed ${text} is neither a file nor a whole digest, which has 64 digits: plan --json prints it.`,
    );
  const all = readPlanFile(path);
  if (all.some(({ kind }) => kind === "rollback"))
    fail(
      "usage",
      `${text} is a plan of \`rollback --out\`, which no code declares. Apply it with \`scanform apply ${text}\`, which plans it again by itself.`,
      { path },
    );
  return all.map((saved) => ({ digest: saved.report.digest, from: { file: text, saved } }));
}

function refuseOthers(made: readonly AccountPlan[], approved: readonly Approved[]): void {
  const plans = made.map(({ plan }) => plan);
  const digests = new Set(approved.map(({ digest }) => digest));
  const unplanned = approved.filter(({ digest }) => plans.every((plan) => plan.digest !== digest));
  const others = plans.filter(({ digest }) => !digests.has(digest));
  // an account that an interrupted apply was done with has nothing left to do; the others go on
  const done = others.filter(isEmpty);
  if (done.length === plans.length && unplanned.length > 0)
    fail("plan-stale", "Nothing is left to do: what was reviewed is applied already, or no longer declared.");
  if (done.length === others.length && unplanned.length <= done.length) return;
  const said = [
    ...others.filter((plan) => !isEmpty(plan)).map((plan) => `planned now: ${lineOf(plan)}`),
    ...unplanned.map(
      ({ digest, from }) => `reviewed: ${from === undefined ? shortDigest(digest) : lineOf(from.saved.report)}`,
    ),
    ...others.flatMap((plan) => differences(plan, unplanned)),
  ];
  fail(
    "plan-unlike",
    `What is declared now is not what was reviewed, and nothing was written:\n${said.join("\n")}\nPlan again with the same options, and have it reviewed.`,
  );
}

const lineOf = ({ account, digest }: PlanReport): string => `${accountLine(account)}, digest ${shortDigest(digest)}`;

/** How a plan differs from the reviewed one of its account, as far as the file tells. */
function differences(plan: Plan, approved: readonly Approved[]): readonly string[] {
  const saved = approved.find(({ from }) => from?.saved.account.id === plan.account.id)?.from?.saved;
  if (saved === undefined) return [];
  const unlike = unlikeReviewed(saved, plan);
  return [
    ...(unlike.length === 0 ? [] : [`other than reviewed: ${unlike.join(", ")}`]),
    ...worsened(saved.effects, plan.effects),
  ];
}

import { readFileSync } from "node:fs";
import { approvalCheck } from "./approval-check";
import { keptInThisRun, writeFiles } from "./artifacts";
import { synthesizedOf } from "./declared";
import { environments, requireReviewers } from "./environments";
import { commit, type Job, moment, positive } from "./job";
import { earlierJournals } from "./journals";
import { furtherArguments, installScanform, refused, type Scanform } from "./programs";
import { refuse } from "../code-host/refused";
import { fenced } from "../diagnostics/markdown";
import { reviewedPlan } from "./reviewed-plan";
import { planFiles } from "./shown-folder";
import { patienceOf, waitForTurn } from "./wait-for-turn";

/**
 * Finds the plan that was reviewed for a merge, and the environment whose reviewers are asked about it; none where there
 * is nothing to apply. Refuses it where an approval is missing that a policy asks for.
 */
export async function find(job: Job): Promise<void> {
  await waitForOwnTurn(job);
  const reviewed = await reviewedPlan(
    job.host,
    job.event("workflow_run.head_sha", commit),
    job.event("repository.default_branch"),
    Date.now(),
  );
  if (reviewed.outcome.kind === "same") {
    job.notice(`Pull request ${String(reviewed.number)}: ${reviewed.outcome.words} There is nothing to apply.`);
    return;
  }
  writeFiles(reviewed.files, job.temporary("reviewed"));
  job.summary(readFileSync(job.temporary("reviewed", planFiles.markdown), "utf8"));
  const scanform = await installScanform(job);
  await requireApprovals(job, scanform, reviewed.number);
  const isAsked = await meetsCondition(job, scanform);
  if (isAsked) await requireReviewers(job.host, environments.asking);
  job.output("environment", isAsked ? environments.asking : environments.usual);
}

async function requireApprovals(job: Job, scanform: Scanform, number: number): Promise<void> {
  const { denied, missing } = await approvalCheck(job, scanform, job.temporary("reviewed", planFiles.plan), number);
  if (denied.length + missing.length === 0) return;
  const text = [...denied, ...missing].join("\n");
  job.summary(`\n### scanform: policies refuse this apply\n\n${fenced(text.split("\n")).join("\n")}\n`);
  refuse(
    "Policies refuse this apply, for the reasons above. Where an approval is missing, have pull " +
      `request ${String(number)} approved, which is possible after its merge too, and re-run this.\n${text}`,
  );
}

/** Whether the plan meets one of the conditions under which the reviewers of an environment are asked. */
async function meetsCondition(job: Job, { run }: Scanform): Promise<boolean> {
  const conditions = job.optional("ask-for", /^[\w,]+$/);
  if (conditions === undefined) return false;
  const { code } = await run(["show", `reviewed/${planFiles.plan}`, "--fail-on", conditions], job.temporary());
  if (code !== 0 && code !== refused) refuse(`scanform show ended with ${String(code)}.`);
  return code === refused;
}

/** Plans afresh what was merged, and applies it only if that is the plan that was reviewed. */
export async function apply(job: Job): Promise<void> {
  const environment = job.input("environment", /^[\w-]+$/);
  if (environment === environments.asking) await requireReviewers(job.host, environment);
  const scanform = await installScanform(job);
  const reviewed = await keptInThisRun(job, "scanform-reviewed");
  writeFiles(reviewed ?? refuse("This run no longer has the artifact scanform-reviewed."), job.temporary("reviewed"));
  writeFiles(await synthesizedOf(job), job.temporary("synthesized"));
  // again: an approval may have taken days
  await waitForOwnTurn(job);
  // what they show as applied is not applied again, also by a repeated run
  const journals = await earlierJournals(
    job.host,
    job.event("repository.default_branch"),
    Number(job.variable("GITHUB_RUN_ID", positive)),
    Number(job.variable("GITHUB_RUN_ATTEMPT", positive)),
  );
  writeFiles(journals, job.temporary("journal"));
  const what = ["--reviewed", `reviewed/${planFiles.plan}`, "--synthesized", "synthesized", "--auto-approve"];
  const how = ["--journal", "journal", "--max-age", job.input("max-age", /^\w+$/)];
  const args = ["apply", ...what, ...how, ...scanform.policed, ...furtherArguments(job)];
  const code = await scanform.runLogged(args, job.temporary(), "api keys");
  if (code !== 0) refuse(`scanform apply ended with ${String(code)}.`);
}

const waitForOwnTurn = (job: Job): Promise<void> =>
  waitForTurn(job.host, {
    sha: job.event("workflow_run.head_sha", commit),
    base: job.event("repository.default_branch"),
    runId: Number(job.variable("GITHUB_RUN_ID", positive)),
    attempts: [job.variable("GITHUB_RUN_ATTEMPT", positive), job.event("workflow_run.run_attempt", positive)],
    synthesized: job.event("workflow_run.created_at", moment),
    ...patienceOf(job),
  });

import { mkdirSync, writeFileSync } from "node:fs";
import { visible } from "../diagnostics/foreign-text";
import { postOf, type Pull } from "../code-host/answers";
import { approvalsOf, readPull } from "../code-host/approvals";
import type { Files } from "../code-host/artifacts";
import { KeptPlans, nameOfKept } from "../code-host/kept-plans";
import { refuse, Refused } from "../code-host/refused";
import { markers } from "../diagnostics/markdown";
import { approvalCheck } from "./approval-check";
import { keptInThisRun } from "./artifacts";
import { isSamePlan } from "./digests";
import { commit, type Job, positive } from "./job";
import { type Outcome, outcomeOf } from "./outcome";
import { installScanform, type Scanform } from "./programs";
import { planWorkflow } from "./pull-requests";
import { planFiles } from "./shown-folder";

/** The status of a commit, by which a branch rule can require a plan that may be merged. */
export interface Status {
  readonly state: "pending" | "success" | "failure";
  readonly words: string;
  /** A link to more information; the page of this run where there is none. */
  readonly page?: string | undefined;
}

const context = "scanform";
/** A description of 140 characters: the host refuses a longer one. */
const [fits, beginning] = [/^.{0,140}$/u, /^.{0,139}/u];

export async function postStatus({ host, runUrl }: Job, sha: string, { state, words, page }: Status): Promise<void> {
  const line = visible(words.replaceAll(/\s+/g, " "));
  const description = fits.test(line) ? line : `${beginning.exec(line)?.[0] ?? ""}…`;
  await host.send("POST", `/statuses/${sha}`, { context, state, description, target_url: page ?? runUrl() });
}

/** How often a status is set again that changes meanwhile. */
const mostLooks = 5;

/**
 * Gives a commit the status that follows from what is kept of its plan, and from the reviews. A review can come, and
 * another run can set the status, between the look and the answer; so it looks again until nothing has changed since.
 */
export async function status(job: Job): Promise<void> {
  const sha = job.event("workflow_run.head_sha", commit);
  const number = Number(job.input("pull-request", positive));
  const isGroup = job.event("workflow_run.event") === "merge_group";
  try {
    const scanform = await installScanform(job);
    let seen: string | undefined;
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const pull = await readPull(job.host, number);
      const evidence = await evidenceOf(job, pull);
      if (evidence.text === seen) return;
      seen = evidence.text;
      const found = await (isGroup ? ofMergeGroup : ofCommit)(job, scanform, pull, evidence);
      if (found === undefined) return;
      await postStatus(job, sha, found);
    }
  } catch (thrown) {
    if (thrown instanceof Refused) await postStatus(job, sha, { state: "failure", words: thrown.message });
    throw thrown;
  }
}

/** What a status follows from. */
interface Evidence {
  /** What is kept of the last commit of a pull request: what scanform-apply would take. */
  readonly kept: Files | undefined;
  /** The run that has kept it. */
  readonly runId: number;
  /** Equal for equal evidence. */
  readonly text: string;
}

async function evidenceOf(job: Job, pull: Pull): Promise<Evidence> {
  const plans = await KeptPlans.of(job.host, pull, planWorkflow, Date.now());
  const newest = await plans.at(Infinity);
  const approvals = await approvalsOf(job.host, pull);
  const own = typeof newest === "string" ? [] : newest.map(({ artifact }) => artifact);
  const text = JSON.stringify([pull.state, pull.head.sha, own.map(({ id }) => id), approvals]);
  const isOfLast = own.every(({ name }) => name === nameOfKept(pull.number, pull.head.sha));
  if (typeof newest === "string" || !isOfLast) return { kept: undefined, runId: 0, text };
  const files = await Promise.all(newest.map((each) => plans.filesOf(each)));
  const [first, ...others] = files.map((each) => (typeof each === "string" ? refuse(`A kept plan: ${each}.`) : each));
  // several were kept within one second: which is the newest is not known
  if (first !== undefined && !others.every((each) => isSamePlan(first, each)))
    refuse(`Pull request ${String(pull.number)} has several plans with the same time. Run scanform-synth again.`);
  return { kept: first, runId: newest[0].run.id, text };
}

/** Undefined where it is not this run that says it. */
async function ofCommit(
  job: Job,
  scanform: Scanform,
  pull: Pull,
  { kept, runId }: Evidence,
): Promise<Status | undefined> {
  if (pull.state !== "open" || pull.head.sha !== job.event("workflow_run.head_sha", commit)) return undefined;
  const isReview = job.event("workflow_run.event") === "pull_request_review";
  if (isReview && kept === undefined) return undefined;
  // where this run was to keep a plan and has not, an earlier one does not count
  const isMissing = !isReview && runId < Number(job.variable("GITHUB_RUN_ID", positive));
  const page = await pageOfComment(job, pull.number);
  return { ...(await ofKept(job, scanform, pull, isMissing ? undefined : kept)), page };
}

async function ofKept(job: Job, scanform: Scanform, { number }: Pull, kept: Files | undefined): Promise<Status> {
  if (kept === undefined) return { state: "failure", words: "No plan of this commit is kept: scanform-plan has failed." };
  const outcome = outcomeOf(kept);
  if (outcome.kind !== "planned") return unplanned(outcome);
  const plan = job.temporary("kept", planFiles.plan);
  mkdirSync(job.temporary("kept"), { recursive: true });
  writeFileSync(plan, kept.get(planFiles.plan) ?? "");
  const { denied, missing } = await approvalCheck(job, scanform, plan, number);
  const [first, second] = [...denied, ...missing];
  if (first === undefined) return { state: "success", words: outcome.words };
  const more = second === undefined ? "" : ` (1 of ${String(denied.length + missing.length)})`;
  return { state: denied.length > 0 ? "failure" : "pending", words: `${first}${more}` };
}

const unplanned = ({ kind, words }: Outcome): Status => ({ state: kind === "same" ? "success" : "failure", words });

/**
 * A merge group may be merged where its plan is the one of its pull request, and that one may be merged: otherwise
 * scanform-apply would refuse it.
 */
async function ofMergeGroup(
  job: Job,
  scanform: Scanform,
  pull: Pull,
  { kept }: Evidence,
): Promise<Status> {
  const own = (await keptInThisRun(job, "scanform-shown")) ?? new Map<string, Buffer>();
  const outcome = outcomeOf(own);
  if (outcome.kind !== "planned") return unplanned(outcome);
  const { state, words } = await ofKept(job, scanform, pull, kept);
  if (state !== "success" || kept === undefined) return { state: "failure", words };
  return isSamePlan(own, kept)
    ? { state, words }
    : {
        state: "failure",
        words: `Its plan is not the one of pull request ${String(pull.number)}. Update the branch, and have it planned again.`,
      };
}

/** The page of the comment with the plan, if there is one. */
async function pageOfComment({ host }: Job, number: number): Promise<string | undefined> {
  const comments = await host.list(`/issues/${String(number)}/comments`, postOf);
  return comments.find((each) => each.isOfWorkflow && each.body.startsWith(markers.plan))?.page;
}

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { postOf, type Pull } from "../code-host/answers";
import { readPull } from "../code-host/approvals";
import type { Files } from "../code-host/artifacts";
import { KeptPlans, nameOfKept } from "../code-host/kept-plans";
import { refuse, Refused } from "../code-host/refused";
import { approvalCheck } from "./approval-check";
import { keptInThisRun } from "./artifacts";
import { isSamePlan } from "./digests";
import { commit, type Job, positive } from "./job";
import { type Outcome, outcomeOf } from "./outcome";
import { installScanform, type Scanform } from "./programs";
import { planWorkflow } from "./pull-requests";
import { marker, shown } from "./shown";

/** The status of a commit, by which a branch rule can require a plan that may be merged. */
export interface Status {
  readonly state: "pending" | "success" | "failure";
  readonly words: string;
  /** Where more is said; the page of this run where there is none. */
  readonly page?: string | undefined;
}

const context = "scanform";
/** A description of 140 characters: the host refuses a longer one. */
const [fits, beginning] = [/^.{0,140}$/u, /^.{0,139}/u];

export async function postStatus({ host, runUrl }: Job, sha: string, { state, words, page }: Status): Promise<void> {
  const line = words.replaceAll(/\s+/g, " ");
  const description = fits.test(line) ? line : `${beginning.exec(line)?.[0] ?? ""}…`;
  await host.send("POST", `/statuses/${sha}`, { context, state, description, target_url: page ?? runUrl() });
}

/** Of one commit: how often a status that changes meanwhile is set again. */
const mostLooks = 5;

/**
 * Gives a commit the status that follows from what is kept of its plan, and from the reviews. A review can come, and
 * another run can set the status, between the look and the answer; so it looks again until it finds what it has set.
 */
export async function status(job: Job): Promise<void> {
  const sha = job.event("workflow_run.head_sha", commit);
  try {
    const scanform = await installScanform(job);
    const look = looking(job, sha, scanform);
    let set: Status | undefined;
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const found = await look();
      if (found === undefined || isDeepStrictEqual(found, set)) return;
      await postStatus(job, sha, found);
      set = found;
    }
  } catch (thrown) {
    if (thrown instanceof Refused) await postStatus(job, sha, { state: "failure", words: thrown.message });
    throw thrown;
  }
}

/** What finds the status of a commit; undefined where it is not this run that says it. */
function looking(job: Job, sha: string, scanform: Scanform): () => Promise<Status | undefined> {
  const number = Number(job.input("pull-request", positive));
  const read = (): Promise<Pull> => readPull(job.host, number);
  if (job.event("workflow_run.event") === "merge_group") return async () => ofMergeGroup(job, scanform, await read());
  const isPlanned = job.event("workflow_run.event") === "pull_request";
  return async () => {
    const pull = await read();
    if (pull.state !== "open" || pull.head.sha !== sha) return undefined;
    const kept = await keptOf(job, pull);
    // the run that plans it will say
    if (!isPlanned && kept === undefined) return undefined;
    return { ...(await ofKept(job, scanform, pull, kept)), page: await pageOfComment(job, number) };
  };
}

/** What is kept of the last commit of a pull request: what scanform-apply would take. */
async function keptOf(job: Job, pull: Pull): Promise<Files | undefined> {
  const kept = await KeptPlans.of(job.host, pull, planWorkflow, Date.now());
  const newest = await kept.at(Infinity);
  if (typeof newest === "string") return undefined;
  const all = await Promise.all(
    newest
      .filter(({ artifact }) => artifact.name === nameOfKept(pull.number, pull.head.sha))
      .map((each) => kept.filesOf(each)),
  );
  const [first, ...others] = all.map((files) => (typeof files === "string" ? refuse(files) : files));
  if (first === undefined || all.length < newest.length) return undefined;
  // kept within one second: which is the newest is not known
  if (others.every((each) => isSamePlan(first, each))) return first;
  return refuse(`Pull request ${String(pull.number)} has several plans of the same moment. Repeat the run of scanform-synth.`);
}

async function ofKept(job: Job, scanform: Scanform, { number }: Pull, kept: Files | undefined): Promise<Status> {
  if (kept === undefined) return { state: "failure", words: "No plan of this commit is kept: scanform-plan has failed." };
  const outcome = outcomeOf(kept);
  if (outcome.kind !== "planned") return unplanned(outcome);
  const document = job.temporary("kept", shown.document);
  if (!existsSync(job.temporary("kept"))) mkdirSync(job.temporary("kept"));
  writeFileSync(document, kept.get(shown.document) ?? "");
  const { denied, missing } = await approvalCheck(job, scanform, document, number);
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
async function ofMergeGroup(job: Job, scanform: Scanform, pull: Pull): Promise<Status> {
  const own = (await keptInThisRun(job, "scanform-shown")) ?? new Map<string, Buffer>();
  const outcome = outcomeOf(own);
  if (outcome.kind !== "planned") return unplanned(outcome);
  const kept = await keptOf(job, pull);
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
  return comments.find((each) => each.isOfWorkflow && each.body.startsWith(marker))?.page;
}

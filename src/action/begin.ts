import type { Pull } from "../code-host/answers";
import { readPull } from "../code-host/approvals";
import type { Files } from "../code-host/artifacts";
import { refuse, Refused } from "../code-host/refused";
import { keptDeclaration, synthesizedOf } from "./declared";
import { commit, type Job, positive } from "./job";
import { sameOutcome } from "./outcome";
import { openPullRequest } from "./pull-requests";
import { postStatus, type Status } from "./status";
import { patienceOf, waitForMerges } from "./wait-for-turn";

/**
 * What the jobs after this one do for a commit: `plan` it; only say that it declares what the default branch declares
 * (`same`); or only look at the reviews again (`reviews`).
 */
type Task = "plan" | "same" | "reviews";

interface Begun {
  readonly number: number;
  readonly task: Task;
}

/**
 * Finds what a run of scanform-synth or scanform-review was for, and gives its commit a status: pending, or the last one
 * where there is nothing to plan.
 */
export async function begin(job: Job): Promise<void> {
  job.variable("GITHUB_EVENT_NAME", /^workflow_run$/);
  const sha = job.event("workflow_run.head_sha", commit);
  const post = (status: Status): Promise<void> => postStatus(job, sha, status);
  try {
    const begun = await begunBy(job, sha, post);
    if (begun === undefined) return;
    job.output("number", String(begun.number));
    job.output("task", begun.task);
  } catch (thrown) {
    if (thrown instanceof Refused) await post({ state: "failure", words: thrown.message });
    throw thrown;
  }
}

type Post = (status: Status) => Promise<void>;

const planning: Status = { state: "pending", words: "Planning what this commit declares." };

async function begunBy(job: Job, sha: string, post: Post): Promise<Begun | undefined> {
  const event = job.event("workflow_run.event", /^(pull_request|pull_request_review|merge_group)$/);
  const branch = job.event("workflow_run.head_branch");
  const base = job.event("repository.default_branch");
  if (event === "merge_group") return ofMergeGroup(job, { branch, base }, post);
  const repository = job.event("workflow_run.head_repository.full_name");
  const found = await openPullRequest(job.host, { sha, branch, repository }, base);
  if ("why" in found) {
    job.notice(found.why);
    return undefined;
  }
  const { number } = found;
  const isOwn = repository === job.host.name;
  if (event === "pull_request_review") return isOwn ? { number, task: "reviews" } : undefined;
  if (!(await isSynthesized(job, post))) return undefined;
  await post(planning);
  const changes = !(await changesNothing(job, found, base));
  if (isOwn) return { number, task: changes ? "plan" : "same" };
  await post(changes ? fork : same);
  return undefined;
}

const same: Status = { state: "success", words: sameOutcome.words };
// the plan shows the account's settings, and the author of the pull request chooses what it asks for
const fork: Status = {
  state: "failure",
  words: "A fork's pull request is not planned. Push its branch to this repository once it is read.",
};

async function ofMergeGroup(
  job: Job,
  { branch, base }: { readonly branch: string; readonly base: string },
  post: Post,
): Promise<Begun | undefined> {
  const [, into, number = ""] = /^gh-readonly-queue\/(.+)\/pr-([0-9]+)-[0-9a-f]+$/.exec(branch) ?? [];
  if (into !== undefined && into !== base) {
    job.notice(`The merge group ${branch} is not for ${base}.`);
    return undefined;
  }
  if (!(await isSynthesized(job, post))) return undefined;
  await post(planning);
  // what earlier merges change and is not applied yet would be in the plan of this one
  await waitForMerges(job.host, base, "applied", patienceOf(job));
  if (await isDeclared(job, base)) {
    await post(same);
    return undefined;
  }
  if (!positive.test(number)) refuse(`The branch ${branch} does not name the pull request of a merge group.`);
  return { number: Number(number), task: "plan" };
}

/** Whether scanform-synth has ended well; if not, the status says so. */
async function isSynthesized(job: Job, post: Post): Promise<boolean> {
  const conclusion = job.event("workflow_run.conclusion", /^\w+$/);
  if (conclusion === "success") return true;
  const page = job.event("workflow_run.html_url");
  await post({ state: "failure", words: `scanform-synth has ended with ${conclusion}.`, page });
  return false;
}

/**
 * Whether a pull request changes nothing that is declared, so that there is nothing to plan. One that changes no file at
 * all is planned: it asks for what is left of an earlier merge.
 */
async function changesNothing(job: Job, { number }: Pull, base: string): Promise<boolean> {
  await waitForMerges(job.host, base, "synthesized", patienceOf(job));
  const { changedFiles } = await readPull(job.host, number);
  return changedFiles !== 0 && (await isDeclared(job, base));
}

/** Whether what was synthesized is what the default branch declares. False where that is not known any more. */
async function isDeclared(job: Job, base: string): Promise<boolean> {
  const [declared, synthesized] = [await keptDeclaration(job, base), await synthesizedOf(job)];
  return declared !== undefined && isSame(declared, synthesized);
}

const isSame = (one: Files, other: Files): boolean =>
  one.size === other.size && [...one].every(([path, content]) => other.get(path)?.equals(content) === true);

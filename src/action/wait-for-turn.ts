import { setTimeout as sleep } from "node:timers/promises";
import { jobOf, listAt, numberAt, type Run, runOf, textAt } from "../code-host/answers";
import type { Repository } from "../code-host/client";
import { refuse } from "../code-host/refused";
import { type Job, positive } from "./job";

const applyWorkflow = "scanform-apply.yml";
const synthWorkflow = "scanform-synth.yml";
const mostLater = 200;
const goBack = "To go back to it, revert in a pull request; an empty commit in one shows what is left to do.";

/** How long to wait, and between two looks, in seconds. Each look takes a dozen requests. */
export interface Patience {
  readonly patience: number;
  readonly pause: number;
}

export const patienceOf = (job: Job): Patience => ({
  patience: Number(job.input("wait-seconds", positive)),
  pause: Number(job.input("pause-seconds", /^[0-9.]+$/)),
});

/** A run of scanform-apply for a merge. */
export interface Turn extends Patience {
  /** The merge. */
  readonly sha: string;
  /** The default branch. */
  readonly base: string;
  readonly runId: number;
  /** How often this run, and that of scanform-synth before it, were started. */
  readonly attempts: readonly string[];
  /** When the merge was synthesized: ISO 8601, UTC. */
  readonly synthesized: string;
}

/** A run, and the commit that it applies, where it applies one. */
type Applying = Run & { readonly of: string | undefined };

/** Lets merges be applied in their order: waits for earlier ones, and refuses what would bring back older settings. */
export const waitForTurn = (host: Repository, turn: Turn): Promise<void> =>
  waitForNone(turn, async () => {
    const later = await laterCommits(host, turn);
    if (later.size > 0) await refuseOvertaken(host, turn, later);
    return (await othersAtWork(host, turn)).filter(({ of }) => of !== undefined && !later.has(of));
  });

/** Waits until it is known what every merge declares, or until every merge is applied. */
export const waitForMerges = (
  host: Repository,
  base: string,
  until: "synthesized" | "applied",
  patience: Patience,
): Promise<void> =>
  waitForNone(patience, async () => [
    ...(await synthsAtWork(host, base)),
    ...(until === "applied" ? (await appliesAtWork(host)).filter(({ of }) => of !== undefined) : []),
  ]);

/** Waits until there are no runs of earlier merges. */
async function waitForNone(
  { patience, pause }: Patience,
  atWork: () => Promise<readonly Applying[]>,
): Promise<void> {
  const deadline = Date.now() + patience * 1000;
  let waited = false;
  for (;;) {
    const earlier = await atWork();
    // an ended run may start the next one a moment later, so what was waited for is looked at twice
    if (earlier.length === 0 && !waited) return;
    waited = earlier.length > 0;
    for (const { id, status } of earlier) {
      if (status === "waiting")
        refuse(`An earlier merge waits for approval (run ${String(id)}). After that, re-run this.`);
      if (Date.now() > deadline) refuse(`An earlier merge is not applied yet (run ${String(id)}).`);
    }
    await sleep(pause * 1000);
  }
}

/** The commits of the default branch that came after that of the merge. */
async function laterCommits(host: Repository, { sha, base }: Turn): Promise<ReadonlySet<string>> {
  const path = `/compare/${sha}...${encodeURIComponent(base)}`;
  const { status, count } = await host.get(`${path}?per_page=1`, (answer) => ({
    status: textAt(answer, "status"),
    count: numberAt(answer, "ahead_by"),
  }));
  if (status === "identical") return new Set();
  if (status !== "ahead") refuse(`${sha} is not a commit of ${base}.`);
  if (count > mostLater) refuse(`${base} has ${String(count)} later commits than ${sha}: open a new pull request.`);
  return new Set(await host.list(path, (each) => textAt(each, "sha"), "commits"));
}

/**
 * A repetition applies the last commit only. That a later one has been applied is not asked then: anyone who can repeat
 * runs can delete those that would tell. A first attempt is not at anybody's choice, and has waited for its turn.
 */
async function refuseOvertaken(
  host: Repository,
  { sha, attempts, synthesized }: Turn,
  later: ReadonlySet<string>,
): Promise<void> {
  if (attempts.some((attempt) => attempt !== "1"))
    refuse(`There are later commits than ${sha}, so its runs cannot be repeated. ${goBack}`);
  // the runs of later merges began after the merge of this one was synthesized
  const since = `event=workflow_run&created=${encodeURIComponent(`>=${synthesized}`)}`;
  for (const each of await runsOf(host, applyWorkflow, since))
    if (each.of !== undefined && later.has(each.of) && (await hasBegunToApply(host, each)))
      refuse(`A later commit than ${sha} has been applied, if only in part (run ${String(each.id)}). ${goBack}`);
}

/** Runs that may be about to apply: those of other commits, and those that apply the same one and began earlier. */
async function othersAtWork(host: Repository, { sha, base, runId }: Turn): Promise<readonly Applying[]> {
  const applies = await appliesAtWork(host);
  const synths = await synthsAtWork(host, base);
  return [...applies.filter(({ of, id }) => of !== sha || id < runId), ...synths.filter(({ of }) => of !== sha)];
}

const appliesAtWork = (host: Repository): Promise<readonly Applying[]> =>
  activeRuns(host, applyWorkflow, "event=workflow_run");

async function synthsAtWork(host: Repository, base: string): Promise<readonly Applying[]> {
  const runs = await activeRuns(host, synthWorkflow, `event=push&branch=${encodeURIComponent(base)}`);
  return runs.map((each) => ({ ...each, of: each.sha }));
}

const active = ["requested", "queued", "pending", "in_progress", "waiting"];
/** The code host lists no more runs than these, and does not say so. */
const mostListed = 1000;

/**
 * The runs of a workflow that have not ended. Those among the newest are asked for at once, so that none is missed while
 * its status changes; the others by status, so that many ended runs cannot conceal one.
 */
async function activeRuns(host: Repository, workflow: string, filter: string): Promise<readonly Applying[]> {
  const path = `/actions/workflows/${workflow}/runs?${filter}&per_page=100`;
  const found = [...(await host.get(path, (answer) => listAt(answer, "workflow_runs").map(withCommit)))];
  for (const status of active) found.push(...(await runsOf(host, workflow, `${filter}&status=${status}`)));
  const byId = new Map(found.map((each) => [each.id, each]));
  return [...byId.values()].filter(({ status }) => status !== "completed");
}

/** Whether the job `apply` of a run has begun in any of its attempts, whatever became of it. */
async function hasBegunToApply(host: Repository, { id }: Run): Promise<boolean> {
  const jobs = await host.list(`/actions/runs/${String(id)}/jobs?filter=all`, jobOf, "jobs");
  return jobs.some(({ name, steps }) => name === "apply" && steps.length > 0);
}

async function runsOf(host: Repository, workflow: string, filter: string): Promise<readonly Applying[]> {
  const runs = await host.list(`/actions/workflows/${workflow}/runs?${filter}`, withCommit, "workflow_runs");
  if (runs.length >= mostListed) refuse(`There are too many runs of ${workflow} to look at.`);
  return runs;
}

/** The `run-name` of scanform-apply.yml has the commit; the `head_sha` of such a run is another one. */
function withCommit(answer: unknown): Applying {
  const run = runOf(answer);
  return { ...run, of: /^scanform-apply ([0-9a-f]+)$/.exec(run.title)?.[1] };
}

import { type Artifact, artifactOf, jobOf, numberAt, type Pull, type Run, runOf } from "./answers";
import { type Files, filesOf } from "./artifacts";
import type { Repository } from "./client";
import { refuse } from "./refused";

/** What a run of the plan workflow has kept of a pull request. */
export interface KeptPlan {
  readonly artifact: Artifact;
  readonly run: Run;
}

/** The newest plan of a pull request at a moment, or why it is not known. */
export type PlanAt = readonly [KeptPlan, ...(readonly KeptPlan[])] | string;

/** The host lists no more runs than these, and does not say so. */
const mostListed = 1000;
/** Where so many begin within this time, they are not distinguished. */
const shortest = 60_000;
/** Runs that began so much earlier than the pull request planned something else. */
const margin = 86_400_000;
/** The artifact with the plan of a commit of a pull request. */
export const nameOfKept = (number: number, sha: string): string => `scanform-plan-${String(number)}-${sha}`;

/** Its file that is approved and applied: a saved plan. */
export const keptFile = "plan.json";

/** How the step is called that keeps a plan. */
const keepingStep = /^keep the plan/i;

/**
 * The plans that runs of the plan workflow have kept of a pull request. Evidence is only what a run of the workflow as it
 * is on the default branch has kept: event `workflow_run`, this repository. Comments, checks, and artifacts of other runs
 * are never looked at, since the workflow of any branch can write them.
 */
export class KeptPlans {
  readonly #host: Repository;
  readonly #pull: Pull;
  readonly #runs: readonly Run[];
  readonly #kept = new Map<Run, Promise<KeptPlan | "none" | "lost">>();
  readonly #files = new Map<number, Promise<Files | string>>();

  private constructor(host: Repository, pull: Pull, runs: readonly Run[]) {
    this.#host = host;
    this.#pull = pull;
    this.#runs = runs;
  }

  /**
   * @param workflow the file of the plan workflow, such as `scanform-plan.yml`
   * @param now in milliseconds since 1970
   */
  static async of(host: Repository, pull: Pull, workflow: string, now: number): Promise<KeptPlans> {
    const path = `/actions/workflows/${encodeURIComponent(workflow)}/runs`;
    // the clock of the host may be ahead
    const runs = await runsBetween(host, path, pull.opened - margin, now + margin);
    // a run that begins while the pages are read moves others to the next one
    return new KeptPlans(host, pull, [...new Map(runs.map((each) => [each.id, each])).values()]);
  }

  /**
   * The plan that was the newest at a moment: the last to be kept before it. Several where the moments, which are given in
   * seconds, do not say which: those of the last second before it, and those of its own.
   */
  async at(time: number): Promise<PlanAt> {
    const begun = this.#runs.filter((run) => run.created <= time && this.#isEvidence(run));
    const found: KeptPlan[] = [];
    // what a run keeps is kept before its last update
    for (const run of begun.toSorted((one, other) => endOf(other) - endOf(one))) {
      const before = found.find(({ artifact }) => artifact.made < time);
      if (before !== undefined && endOf(run) < before.artifact.made) break;
      const kept = await this.#keptBy(run);
      if (kept === "none") continue;
      if (kept === "lost") return `what run ${String(run.number)} of the plan workflow has kept was deleted`;
      if (kept.artifact.made <= time) found.push(kept);
      else if (run.attempts > 1)
        return `run ${String(run.number)} of the plan workflow was repeated since, and what it kept before is not known`;
      found.sort((one, other) => other.artifact.made - one.artifact.made);
    }
    return this.#newestOf(found, time);
  }

  /** The files of a kept plan, or why they cannot be read. */
  async filesOf({ artifact }: KeptPlan): Promise<Files | string> {
    const known = this.#files.get(artifact.id) ?? filesOf(this.#host, artifact);
    this.#files.set(artifact.id, known);
    return known;
  }

  #newestOf(found: readonly KeptPlan[], time: number): PlanAt {
    const before = found.find(({ artifact }) => artifact.made < time)?.artifact.made;
    const [first, ...others] = found.filter(({ artifact: { made } }) => made === time || made === before);
    if (first === undefined) return "no plan was kept before it";
    const newest = [first, ...others] as const;
    const gap = this.#gapAfter(Math.min(...newest.map(({ run }) => run.number)), time);
    if (gap !== undefined)
      return `run ${String(gap)} of the plan workflow was deleted, which may have kept a newer plan`;
    return newest.some(({ artifact }) => artifact.expired) ? "the plan that was the newest then has expired" : newest;
  }

  /** The first number that is missing among the runs from one on that began before a moment, and the next one. */
  #gapAfter(number: number, time: number): number | undefined {
    const later = this.#runs.filter((run) => run.number >= number).toSorted((a, b) => a.number - b.number);
    for (const [at, run] of later.entries()) {
      if (run.number !== number + at) return number + at;
      if (run.created > time) return undefined;
    }
    return undefined;
  }

  /** Only `workflow_run` always runs the workflow as it is on the default branch. */
  #isEvidence({ event, branch, isOwn, title }: Run): boolean {
    return event === "workflow_run" && branch === this.#pull.base.defaultBranch && isOwn && this.#mayBeOf(title);
  }

  /** By the `run-name` of the example's workflow, what was of another branch, or planned nothing, is not looked at. */
  #mayBeOf(title: string): boolean {
    return !title.startsWith("scanform-plan ") || title === `scanform-plan pull_request ${this.#pull.head.branch}`;
  }

  #keptBy(run: Run): Promise<KeptPlan | "none" | "lost"> {
    const known = this.#kept.get(run) ?? this.#look(run);
    this.#kept.set(run, known);
    return known;
  }

  async #look(run: Run): Promise<KeptPlan | "none" | "lost"> {
    const runPath = `/actions/runs/${String(run.id)}`;
    const listed = await this.#host.list(`${runPath}/artifacts`, artifactOf, "artifacts");
    const plans = listed.filter(({ name }) => /^scanform-plan-\d+-[0-9a-f]+$/.test(name));
    const own = plans.filter(({ name }) => name.startsWith(nameOfKept(this.#pull.number, "")));
    const artifact = own.toSorted((one, other) => other.made - one.made)[0];
    if (artifact !== undefined) return { artifact, run };
    return plans.length === 0 && (await this.#hasKept(runPath)) ? "lost" : "none";
  }

  /** Whether a step has kept a plan, of whichever pull request. */
  async #hasKept(runPath: string): Promise<boolean> {
    const jobs = await this.#host.list(`${runPath}/jobs?filter=all`, jobOf, "jobs");
    return jobs.some(({ steps }) =>
      steps.some(({ name, conclusion }) => keepingStep.test(name) && conclusion === "success"),
    );
  }
}

/** The runs of a workflow that began between two moments, in as many lists as the host needs. */
async function runsBetween(host: Repository, path: string, from: number, until: number): Promise<readonly Run[]> {
  const query = `${path}?created=${encodeURIComponent(`${secondOf(from)}..${secondOf(until)}`)}`;
  const total = await host.get(`${query}&per_page=1`, (answer) => numberAt(answer, "total_count"));
  if (total < mostListed) return host.list(query, runOf, "workflow_runs");
  const middle = Math.floor((from + until) / 2);
  if (middle - from < shortest) return refuse(`GET ${path} has too many runs to be listed.`);
  return [...(await runsBetween(host, path, from, middle)), ...(await runsBetween(host, path, middle, until))];
}

const secondOf = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/** When a run can have kept something at the latest. */
const endOf = ({ status, updated }: Run): number => (status === "completed" ? updated : Infinity);

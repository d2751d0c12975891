import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { type CodeHost, repository, token } from "./code-host";
import { type Context, evaluatedAll, type Handed, holds, type Names } from "./expressions";
import { runStep } from "./run-step";
import { workflowOf } from "./workflow";

export interface Circumstances {
  readonly host: CodeHost;
  /** Each job gets a folder of its own in here. */
  readonly folder: string;
  /** The repository at the commit of the run; needed where a job checks out all of it. */
  readonly sources?: string;
  readonly runId: number;
  readonly attempt: number;
  /** When artifacts are made: ISO 8601, UTC. */
  readonly at: string;
  readonly event: Names;
  /** Takes precedence over the `env` of the workflow. */
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
  /** The jobs that this one needs. */
  readonly needs?: Readonly<Record<string, JobEnd>>;
}

export interface JobEnd {
  readonly result: "success" | "failure" | "skipped";
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
}

/**
 * Runs the steps of a job of the example as the code host would: its scripts by bash, with the scanform that was
 * built. Of the actions, only the checkout of the scripts and the upload of an artifact do anything.
 */
export async function runJob(file: string, name: string, circumstances: Circumstances): Promise<JobEnd> {
  const workflow = workflowOf(file);
  const job = workflow.jobs[name];
  if (job === undefined) throw new Error(`${file} has no job ${name}`);
  const folder = mkdtempSync(join(circumstances.folder, "job-"));
  mkdirSync(join(folder, "temp"));
  const ids = job.steps.flatMap(({ id }) => id ?? []);
  const steps: Record<string, Handed> = Object.fromEntries(ids.map((id) => [id, { outputs: {} }]));
  const context = contextOf(circumstances, folder, steps);
  if (job.if !== undefined && !holds(job.if, context)) return { result: "skipped", outputs: {}, log: "" };
  const env = { ...evaluatedAll(workflow.env ?? {}, context), ...circumstances.env };
  const workingDirectory = workflow.defaults?.run["working-directory"] ?? ".";
  let [log, failed] = ["", false];
  for (const step of job.steps) {
    if (failed && !/always\(\)|cancelled\(\)/.test(step.if ?? "")) continue;
    if (step.if !== undefined && !holds(step.if, context)) continue;
    const end = await runStep(step, { ...circumstances, folder, workingDirectory, env, context });
    log += end.log;
    failed ||= end.failed;
    if (step.id !== undefined) steps[step.id] = { outputs: end.outputs };
  }
  return { result: failed ? "failure" : "success", outputs: evaluatedAll(job.outputs ?? {}, context), log };
}

const contextOf = (
  { event, key, runId, attempt, needs = {} }: Circumstances,
  folder: string,
  steps: Record<string, Handed>,
): Context => ({
  github: { event, repository, ref_name: "main", run_id: runId, run_attempt: attempt, token },
  runner: { temp: join(folder, "temp") },
  secrets: { SCANFORM_API_KEY: key },
  needs,
  steps,
});

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { visible } from "../diagnostics/foreign-text";
import { type Artifact, artifactOf, type Run, runOf } from "../code-host/answers";
import { type Files, filesOf } from "../code-host/artifacts";
import type { Repository } from "../code-host/client";
import { type Job, positive } from "./job";
import { refuse } from "../code-host/refused";

/** The files of an artifact. @throws Refused where it cannot be used */
export async function usableFiles(host: Repository, artifact: Artifact): Promise<Files> {
  const files = await filesOf(host, artifact);
  return typeof files === "string"
    ? refuse(`The artifact ${visible(artifact.name)} cannot be used: ${files}.`)
    : files;
}

/** Writes files into a folder that does not exist yet. */
export function writeFiles(files: Files, folder: string): void {
  mkdirSync(folder);
  for (const [path, content] of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content, { flag: "wx" });
  }
}

/** The newest artifact of a name that a run has. */
export async function artifactOfRun(host: Repository, runId: number, name: string): Promise<Artifact | undefined> {
  const listed = await host.list(`/actions/runs/${String(runId)}/artifacts?name=${name}`, artifactOf, "artifacts");
  return listed
    .filter((each) => each.name === name && !each.expired)
    .sort((a, b) => a.made - b.made || a.id - b.id)
    .at(-1);
}

/** The artifact of the last attempt of a run that has one; the name ends with the number of the attempt. */
export async function lastAttempt(
  host: Repository,
  runId: number,
  attempts: number,
  prefix: string,
): Promise<Artifact | undefined> {
  for (let attempt = attempts; attempt > 0; attempt -= 1) {
    const artifact = await artifactOfRun(host, runId, `${prefix}-${String(attempt)}`);
    if (artifact !== undefined) return artifact;
  }
  return undefined;
}

/** The most runs in which an artifact is sought: a request each. Many merges leave nothing to apply, and so no journal. */
const mostRuns = 100;

/** Runs of a workflow. */
export interface RunsAsked {
  /** The file of the workflow. */
  readonly workflow: string;
  readonly branch: string;
  readonly events: readonly string[];
  readonly status: "completed" | "success";
}

/**
 * The newest artifact of the newest run of a workflow on a branch that has one; of a repeated run, of its last attempt.
 *
 * @param prefix of its name, which ends with the number of the attempt
 */
export async function lastArtifact(host: Repository, asked: RunsAsked, prefix: string): Promise<Artifact | undefined> {
  const { workflow, branch, events, status } = asked;
  const runs: Run[] = [];
  for (const event of events) {
    const query = `event=${event}&status=${status}&branch=${encodeURIComponent(branch)}`;
    runs.push(...(await host.list(`/actions/workflows/${workflow}/runs?${query}`, runOf, "workflow_runs")));
  }
  const own = runs.filter(({ branch: of }) => of === branch).sort((a, b) => b.id - a.id);
  for (const { id, attempts } of own.slice(0, mostRuns)) {
    const artifact = await lastAttempt(host, id, attempts, prefix);
    if (artifact !== undefined) return artifact;
  }
  return undefined;
}

/** What another job of this run has kept; undefined where that has failed before. */
export async function keptInThisRun(job: Job, name: string): Promise<Files | undefined> {
  const runId = Number(job.variable("GITHUB_RUN_ID", positive));
  const artifact = await artifactOfRun(job.host, runId, name);
  return artifact === undefined ? undefined : usableFiles(job.host, artifact);
}

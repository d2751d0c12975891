import { newest } from "./artifact.mjs";
import { getAll } from "./host.mjs";

const mostRuns = 20;

/**
 * The newest artifact of the newest run of a workflow on a branch that has one; of a repeated run, of its last attempt.
 *
 * @param filter the event and the status of the runs
 */
export async function lastArtifact(workflow, branch, filter, prefix) {
  const path = `/actions/workflows/${workflow}/runs?${filter}&branch=${encodeURIComponent(branch)}`;
  const runs = await getAll(path, "workflow_runs");
  const own = runs.filter(({ head_branch: of }) => of === branch).sort((a, b) => b.id - a.id);
  for (const { id, run_attempt: attempts = 1 } of own.slice(0, mostRuns)) {
    const artifact = await lastAttempt(id, attempts, prefix);
    if (artifact !== undefined) return artifact;
  }
  return undefined;
}

/** The artifact of the last attempt of a run that has one. */
export async function lastAttempt(runId, attempts, prefix) {
  for (let attempt = attempts; attempt > 0; attempt -= 1) {
    const name = `${prefix}-${attempt}`;
    const listed = await getAll(`/actions/runs/${runId}/artifacts?name=${name}`, "artifacts");
    const artifact = newest(listed.filter((each) => each.name === name && !each.expired));
    if (artifact !== undefined) return artifact;
  }
  return undefined;
}

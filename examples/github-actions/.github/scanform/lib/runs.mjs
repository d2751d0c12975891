import { get, getAll } from "./host.mjs";
import { Refused } from "./script.mjs";

const active = ["requested", "queued", "pending", "in_progress", "waiting"];
/** The code host lists no more runs than these, and does not say so. */
const mostListed = 1000;

/**
 * The runs of a workflow that have not ended. Those among the newest are asked for at once, so that none is missed while
 * its status changes; the others by status, so that many ended runs cannot conceal one.
 */
export async function activeRuns(workflow, filter) {
  const newest = await get(`/actions/workflows/${workflow}/runs?${filter}&per_page=100`);
  const found = newest.workflow_runs.map(withCommit);
  for (const status of active) found.push(...(await runsOf(workflow, `${filter}&status=${status}`)));
  const byId = new Map(found.map((each) => [each.id, each]));
  return [...byId.values()].filter(({ status }) => status !== "completed");
}

/** The runs of scanform-apply that began at a moment (ISO 8601, UTC) or later. */
export const runsSince = (workflow, created) =>
  runsOf(workflow, `event=workflow_run&created=${encodeURIComponent(`>=${created}`)}`);

/** Whether the job `apply` of a run has begun in any of its attempts, whatever became of it. */
export async function hasBegunToApply({ id }) {
  const jobs = await getAll(`/actions/runs/${id}/jobs?filter=all`, "jobs");
  return jobs.some(({ name, steps }) => name === "apply" && (steps ?? []).length > 0);
}

async function runsOf(workflow, filter) {
  const runs = await getAll(`/actions/workflows/${workflow}/runs?${filter}`, "workflow_runs");
  if (runs.length >= mostListed) throw new Refused(`There are too many runs of ${workflow} to look at.`);
  return runs.map(withCommit);
}

/** The `run-name` of scanform-apply.yml has the commit; the `head_sha` of such a run is another one. */
const withCommit = (run) => ({ ...run, of: /^scanform-apply ([0-9a-f]+)$/.exec(run.display_title)?.[1] });

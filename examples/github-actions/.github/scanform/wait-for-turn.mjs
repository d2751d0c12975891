// Lets merges be applied in their order: waits for earlier ones, and refuses once a later one has been applied.
import { setTimeout as sleep } from "node:timers/promises";
import { get, getAll } from "./lib/host.mjs";
import { commit, input, positive, Refused, run } from "./lib/script.mjs";

const mostLater = 200;

await run(async () => {
  const [sha, base] = [input("COMMIT", commit), input("DEFAULT_BRANCH")];
  const deadline = Date.now() + Number(input("WAIT_SECONDS", positive)) * 1000;
  const pause = Number(input("PAUSE_SECONDS", /^[0-9.]+$/)) * 1000;
  let waited = false;
  for (;;) {
    const later = await laterCommits(sha, base);
    await refuseOvertaken(sha, later);
    const earlier = (await activeRuns(sha, base)).filter(({ of }) => of !== undefined && !later.has(of));
    // an ended run may start the next one a moment later, so what was waited for is looked at twice
    if (earlier.length === 0 && !waited) return;
    waited = earlier.length > 0;
    for (const { id, status } of earlier) {
      if (status === "waiting")
        throw new Refused(`An earlier merge waits for approval (run ${id}). Run this again when that is done.`);
      if (Date.now() > deadline) throw new Refused(`An earlier merge is not applied yet (run ${id}).`);
    }
    await sleep(pause);
  }
});

/** The commits of the default branch that came after one of it. */
async function laterCommits(sha, base) {
  const path = `/compare/${sha}...${encodeURIComponent(base)}`;
  const { status, ahead_by: count } = await get(`${path}?per_page=1`);
  if (status !== "identical" && status !== "ahead") throw new Refused(`${sha} is not a commit of ${base}.`);
  if (count > mostLater) throw new Refused(`${base} has ${count} later commits than ${sha}: open a new pull request.`);
  return new Set((await getAll(path, "commits")).map((each) => each.sha));
}

async function refuseOvertaken(sha, later) {
  const applied = await runsOf("scanform-apply.yml", "event=workflow_run&status=success");
  if (applied.some((each) => later.has(commitOf(each))))
    throw new Refused(`A later commit than ${sha} has been applied. To go back to this one, revert in a pull request.`);
}

/** Runs that may be about to apply: those of other commits, and those that apply the same one and began earlier. */
async function activeRuns(sha, base) {
  const own = Number(input("GITHUB_RUN_ID", positive));
  const applies = await runsOf("scanform-apply.yml", "event=workflow_run");
  const synths = await runsOf("scanform-synth.yml", `event=push&branch=${encodeURIComponent(base)}`);
  return [
    ...applies.map((each) => ({ ...each, of: commitOf(each) })).filter(({ of, id }) => of !== sha || id < own),
    ...synths.map((each) => ({ ...each, of: each.head_sha })).filter(({ of }) => of !== sha),
  ].filter(({ status }) => status !== "completed");
}

async function runsOf(workflow, filter) {
  return (await get(`/actions/workflows/${workflow}/runs?${filter}&per_page=100`)).workflow_runs;
}

/** The `run-name` of scanform-apply.yml has the commit; the `head_sha` of such a run is another one. */
function commitOf({ display_title: title }) {
  return /^scanform-apply ([0-9a-f]+)$/.exec(title)?.[1];
}

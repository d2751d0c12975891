// Lets merges be applied in their order: waits for earlier ones, and refuses what would bring back older settings.
import { setTimeout as sleep } from "node:timers/promises";
import { get, getAll } from "./lib/host.mjs";
import { activeRuns, hasBegunToApply, runsSince } from "./lib/runs.mjs";
import { commit, input, moment, positive, Refused, run } from "./lib/script.mjs";

const mostLater = 200;
const goBack = "To go back to it, revert in a pull request; an empty commit in one shows what is left to do.";

await run(async () => {
  const [sha, base] = [input("COMMIT", commit), input("DEFAULT_BRANCH")];
  const deadline = Date.now() + Number(input("WAIT_SECONDS", positive)) * 1000;
  const pause = Number(input("PAUSE_SECONDS", /^[0-9.]+$/)) * 1000;
  let waited = false;
  for (;;) {
    const later = await laterCommits(sha, base);
    if (later.size > 0) await refuseOvertaken(sha, later);
    const earlier = (await othersAtWork(sha, base)).filter(({ of }) => of !== undefined && !later.has(of));
    // an ended run may start the next one a moment later, so what was waited for is looked at twice
    if (earlier.length === 0 && !waited) return;
    waited = earlier.length > 0;
    for (const { id, status } of earlier) {
      if (status === "waiting")
        throw new Refused(`An earlier merge waits for approval (run ${id}). When that is done, repeat this run.`);
      if (Date.now() > deadline) throw new Refused(`An earlier merge is not applied yet (run ${id}).`);
    }
    await sleep(pause);
  }
});

/** The commits of the default branch that came after one of it. */
async function laterCommits(sha, base) {
  const path = `/compare/${sha}...${encodeURIComponent(base)}`;
  const { status, ahead_by: count } = await get(`${path}?per_page=1`);
  if (status === "identical") return new Set();
  if (status !== "ahead") throw new Refused(`${sha} is not a commit of ${base}.`);
  if (count > mostLater) throw new Refused(`${base} has ${count} later commits than ${sha}: open a new pull request.`);
  return new Set((await getAll(path, "commits")).map((each) => each.sha));
}

/**
 * A repetition applies the last commit only. That a later one has been applied is not asked then: whoever can repeat
 * runs can delete those that would tell. A first attempt is not at anybody's choice, and has waited for its turn.
 */
async function refuseOvertaken(sha, later) {
  const attempts = [input("GITHUB_RUN_ATTEMPT", positive), input("SYNTH_ATTEMPT", positive)];
  if (attempts.some((attempt) => attempt !== "1"))
    throw new Refused(`There are later commits than ${sha}, so its runs cannot be repeated. ${goBack}`);
  // the runs of later merges began after the merge of this one was synthesized
  for (const each of await runsSince("scanform-apply.yml", input("SYNTH_CREATED", moment)))
    if (later.has(each.of) && (await hasBegunToApply(each)))
      throw new Refused(`A later commit than ${sha} has been applied, if only in part (run ${each.id}). ${goBack}`);
}

/** Runs that may be about to apply: those of other commits, and those that apply the same one and began earlier. */
async function othersAtWork(sha, base) {
  const own = Number(input("GITHUB_RUN_ID", positive));
  const applies = await activeRuns("scanform-apply.yml", "event=workflow_run");
  const synths = await activeRuns("scanform-synth.yml", `event=push&branch=${encodeURIComponent(base)}`);
  return [
    ...applies.filter(({ of, id }) => of !== sha || id < own),
    ...synths.map((each) => ({ ...each, of: each.head_sha })).filter(({ of }) => of !== sha),
  ];
}

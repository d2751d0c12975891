// Downloads the plan that was reviewed: the one that was kept for the last commit of the merged pull request.
import { filesOf, newest, writeFiles } from "./lib/artifact.mjs";
import { approvals, mergedPullRequest } from "./lib/merged.mjs";
import { accountsOf, keptPlans } from "./lib/plans.mjs";
import { commit, input, Refused, run } from "./lib/script.mjs";

await run(async () => {
  const pull = await mergedPullRequest(input("COMMIT", commit));
  const kept = await keptPlans(pull.number, pull.head.sha);
  if (kept.length === 0)
    throw new Refused(
      `Pull request ${pull.number} has no plan of its last commit, so nothing is applied: scanform-plan failed, its branch ` +
        "is of a fork, the plan has expired, or the workflows came to the default branch with this very merge. " +
        "Open a pull request, even one with an empty commit: its plan shows what is left to do.",
    );
  const shown = new Set();
  for (const moment of await approvals(pull)) {
    const artifact = newest(kept, moment);
    if (artifact === undefined)
      throw new Refused(
        `No plan of pull request ${pull.number} was kept before it was approved or merged (${moment}). ` +
          "Open a pull request, even one with an empty commit: its plan shows what is left to do.",
      );
    shown.add(artifact);
  }
  const plans = await Promise.all([...shown].map(filesOf));
  // a run that is repeated after an approval may make another plan than the one that was approved
  if (new Set(plans.map(digestsOf)).size > 1)
    throw new Refused(
      `The plan of pull request ${pull.number} changed between its approvals and its merge. ` +
        "Open a pull request, even one with an empty commit, and have its plan approved.",
    );
  writeFiles(plans.at(-1), input("OUT"));
});

function digestsOf(files) {
  const accounts = accountsOf(files.get("plan.json")?.toString("utf8") ?? "{}");
  return accounts
    .map(({ id, digest }) => `${id} ${digest}`)
    .sort()
    .join("\n");
}

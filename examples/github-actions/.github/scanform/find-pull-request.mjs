// Finds the open pull request that a run of scanform-synth was for: by the run's commit, never by what it uploaded.
import { getAll } from "./lib/host.mjs";
import { commit, input, notice, output, Refused, run } from "./lib/script.mjs";

await run(async () => {
  const sha = input("COMMIT", commit);
  const [repository, branch, base] = [input("GITHUB_REPOSITORY"), input("HEAD_BRANCH"), input("DEFAULT_BRANCH")];
  if (input("HEAD_REPOSITORY") !== repository) {
    notice("A pull request of a fork is not planned: its author would read the account's settings in the plan.");
    return;
  }
  const pulls = (await getAll(`/commits/${sha}/pulls`)).filter(
    (pull) =>
      pull.state === "open" &&
      pull.base.ref === base &&
      pull.base.repo.full_name === repository &&
      pull.head.sha === sha &&
      pull.head.ref === branch &&
      pull.head.repo?.full_name === repository,
  );
  if (pulls.length > 1) throw new Refused(`Several pull requests have the last commit ${sha}.`);
  if (pulls.length === 0) notice(`No open pull request into ${base} has the last commit ${sha}.`);
  else output("number", String(pulls[0].number));
});

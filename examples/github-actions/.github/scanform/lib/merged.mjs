import { getAll } from "./host.mjs";
import { input, Refused } from "./script.mjs";

/** The pull request whose merge made a commit of the default branch. */
export async function mergedPullRequest(sha) {
  const [repository, base] = [input("GITHUB_REPOSITORY"), input("DEFAULT_BRANCH")];
  // the list has every pull request that contains the commit
  const merged = (await getAll(`/commits/${sha}/pulls`)).filter(
    (pull) =>
      pull.merged_at !== null &&
      pull.merge_commit_sha === sha &&
      pull.base.ref === base &&
      pull.base.repo.full_name === repository,
  );
  if (merged.length === 1) return merged[0];
  throw new Refused(
    `${merged.length === 0 ? "No" : "More than one"} pull request was merged into ${base} as ${sha}, so there is no ` +
      `reviewed plan to apply. Open a pull request, even one with an empty commit: its plan shows what is left to do.`,
  );
}

/**
 * The moments at which somebody agreed to the last commit: each approval that stands, and the merge.
 * Approvals of earlier commits are not approvals of its plan.
 */
export async function approvals({ number, merged_at: merged, head }) {
  const last = new Map();
  for (const review of await getAll(`/pulls/${number}/reviews`))
    if (review.submitted_at <= merged && ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].includes(review.state))
      last.set(review.user?.id ?? `review ${review.id}`, review);
  const approved = [...last.values()].filter(
    ({ state, commit_id: approvedCommit }) => state === "APPROVED" && approvedCommit === head.sha,
  );
  return [...approved.map(({ submitted_at: at }) => at), merged].sort();
}

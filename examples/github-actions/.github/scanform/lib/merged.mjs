import { get, getAll } from "./host.mjs";
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
 * Approvals of earlier commits are not approvals of its plan. Nor do those of outsiders count, who could stop any apply
 * by them.
 */
export async function approvals({ number, merged_at: merged, head }) {
  const last = new Map();
  for (const review of await getAll(`/pulls/${number}/reviews`))
    if (review.submitted_at <= merged && ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].includes(review.state))
      last.set(review.user?.id ?? `review ${review.id}`, review);
  const moments = [merged];
  for (const { state, commit_id: approvedCommit, submitted_at: at, user } of last.values())
    if (state === "APPROVED" && approvedCommit === head.sha && (await canWrite(user))) moments.push(at);
  return moments.sort();
}

/**
 * Asked of the code host, since the `author_association` of a review conceals private members from a workflow's token.
 * A bot that reviews is an app that this repository has installed.
 */
async function canWrite(user) {
  if (user === null) return false;
  if (user.type === "Bot") return true;
  const { permission } = await get(`/collaborators/${encodeURIComponent(user.login)}/permission`);
  return permission === "admin" || permission === "write";
}

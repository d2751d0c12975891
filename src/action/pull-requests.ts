import { optionalTextAt, type Pull, pullOf, type Review, reviewOf, type User } from "./answers";
import type { CodeHost } from "./host";
import { refuse } from "./refused";

/** What a run of scanform-synth was for. */
export interface SynthesizedBranch {
  readonly sha: string;
  /** The name of the branch, which anyone may have chosen. */
  readonly branch: string;
  readonly repository: string;
}

/**
 * The open pull request that a run of scanform-synth was for: by the run's commit, never by what it uploaded.
 *
 * @returns its number, or why there is none
 */
export async function openPullRequest(
  host: CodeHost,
  { sha, branch, repository }: SynthesizedBranch,
  base: string,
): Promise<{ readonly number: number } | { readonly why: string }> {
  if (repository !== host.repository)
    return {
      why: "A pull request of a fork is not planned: its author would read the account's settings in the plan.",
    };
  const pulls = (await host.list(`/commits/${sha}/pulls`))
    .map(pullOf)
    .filter(
      (pull) =>
        pull.state === "open" &&
        pull.base.branch === base &&
        pull.base.repository === host.repository &&
        pull.head.sha === sha &&
        pull.head.branch === branch &&
        pull.head.repository === host.repository,
    );
  const [first, second] = pulls;
  if (second !== undefined) return refuse(`Several pull requests have the last commit ${sha}.`);
  return first ?? { why: `No open pull request into ${base} has the last commit ${sha}.` };
}

/** A pull request that was merged. */
export type MergedPull = Pull & { readonly mergedAt: string };

/** The pull request whose merge made a commit of the default branch. */
export async function mergedPullRequest(host: CodeHost, sha: string, base: string): Promise<MergedPull> {
  // the list has every pull request that contains the commit
  const merged = (await host.list(`/commits/${sha}/pulls`))
    .map(pullOf)
    .filter(
      (pull): pull is MergedPull =>
        pull.mergedAt !== undefined &&
        pull.mergeCommit === sha &&
        pull.base.branch === base &&
        pull.base.repository === host.repository,
    );
  const [first, second] = merged;
  if (first !== undefined && second === undefined) return first;
  return refuse(
    `${first === undefined ? "No" : "More than one"} pull request was merged into ${base} as ${sha}, so there is no ` +
      `reviewed plan to apply. Open a pull request, even one with an empty commit: its plan shows what is left to do.`,
  );
}

/** An approval that stands. */
export interface Approval {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The commit that was approved. */
  readonly sha: string;
}

/**
 * The approvals that stand at a moment, the oldest first. Those of outsiders do not count, who could stop any apply by
 * them.
 */
export async function approvalsOf(host: CodeHost, number: number, moment = "9999"): Promise<readonly Approval[]> {
  const last = new Map<number | string, Review & { readonly at: string }>();
  for (const review of (await host.list(`/pulls/${String(number)}/reviews`)).map(reviewOf))
    if (isSubmitted(review) && review.at <= moment && decisive.has(review.state))
      last.set(review.user?.id ?? `review ${String(review.id)}`, review);
  const approvals: Approval[] = [];
  for (const { state, sha, at, user } of last.values())
    if (state === "APPROVED" && sha !== undefined && (await canWrite(host, user))) approvals.push({ at, sha });
  return approvals.sort((one, other) => one.at.localeCompare(other.at));
}

const decisive: ReadonlySet<string> = new Set(["APPROVED", "CHANGES_REQUESTED", "DISMISSED"]);

const isSubmitted = (review: Review): review is Review & { readonly at: string } => review.at !== undefined;

/**
 * Asked of the code host, since the `author_association` of a review conceals private members from a workflow's token.
 * A bot that reviews is an app that this repository has installed.
 */
async function canWrite(host: CodeHost, user: User | undefined): Promise<boolean> {
  if (user === undefined) return false;
  if (user.type === "Bot") return true;
  const answer = await host.get(`/collaborators/${encodeURIComponent(user.login)}/permission`);
  return ["admin", "write"].includes(optionalTextAt(answer, "permission") ?? "");
}

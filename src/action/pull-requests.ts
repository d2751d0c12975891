import { optionalTextAt, type Pull, pullOf, type Review, reviewOf, type User } from "../code-host/answers";
import type { Repository } from "../code-host/client";
import { refuse } from "../code-host/refused";

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
  host: Repository,
  { sha, branch, repository }: SynthesizedBranch,
  base: string,
): Promise<{ readonly number: number } | { readonly why: string }> {
  if (repository !== host.name)
    return {
      why: "A pull request of a fork is not planned: its author would read the account's settings in the plan.",
    };
  const pulls = (await host.list(`/commits/${sha}/pulls`, pullOf)).filter(
      (pull) =>
        pull.state === "open" &&
        pull.base.branch === base &&
        pull.base.repository === host.name &&
        pull.head.sha === sha &&
        pull.head.branch === branch &&
        pull.head.repository === host.name,
    );
  const [first, second] = pulls;
  if (second !== undefined) return refuse(`Several pull requests have the last commit ${sha}.`);
  return first ?? { why: `No open pull request into ${base} has the last commit ${sha}.` };
}

/** A pull request that was merged. */
export type MergedPull = Pull & { readonly mergedAt: number };

/** The pull request whose merge made a commit of the default branch. */
export async function mergedPullRequest(host: Repository, sha: string, base: string): Promise<MergedPull> {
  // the list has every pull request that contains the commit
  const merged = (await host.list(`/commits/${sha}/pulls`, pullOf)).filter(
      (pull): pull is MergedPull =>
        pull.mergedAt !== undefined &&
        pull.mergeCommit === sha &&
        pull.base.branch === base &&
        pull.base.repository === host.name,
    );
  const [first, second] = merged;
  if (first !== undefined && second === undefined) return first;
  return refuse(
    `${first === undefined ? "No" : "More than one"} pull request was merged into ${base} as ${sha}, so there is no ` +
      `reviewed plan to apply. Open a pull request, even one with an empty commit: its plan shows what is left to do.`,
  );
}

/** An approval that is in force. */
export interface Approval {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The commit that was approved. */
  readonly sha: string;
}

/**
 * The approvals that are in force at a moment, the oldest first. Those of outsiders do not count, who could stop any apply by
 * them.
 */
export async function approvalsOf(host: Repository, number: number, moment = Infinity): Promise<readonly Approval[]> {
  const last = new Map<number | string, Review & { readonly at: number }>();
  for (const review of await host.list(`/pulls/${String(number)}/reviews`, reviewOf))
    if (isSubmitted(review) && review.at <= moment && decisive.has(review.state))
      last.set(review.user?.id ?? `review ${String(review.id)}`, review);
  const approvals: Approval[] = [];
  for (const { state, sha, at, user } of last.values())
    if (state === "APPROVED" && sha !== undefined && (await canWrite(host, user))) approvals.push({ at, sha });
  return approvals.sort((one, other) => one.at - other.at);
}

const decisive: ReadonlySet<string> = new Set(["APPROVED", "CHANGES_REQUESTED", "DISMISSED"]);

const isSubmitted = (review: Review): review is Review & { readonly at: number } => review.at !== undefined;

/**
 * Asked of the code host, since the `author_association` of a review conceals private members from a workflow's token.
 * A bot that reviews is an app that this repository has installed.
 */
async function canWrite(host: Repository, user: User | undefined): Promise<boolean> {
  if (user === undefined) return false;
  if (user.type === "Bot") return true;
  const path = `/collaborators/${encodeURIComponent(user.login)}/permission`;
  const permission = await host.get(path, (answer) => optionalTextAt(answer, "permission"));
  return permission === "admin" || permission === "write";
}

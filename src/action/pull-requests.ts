import { optionalTextAt, type Pull, pullOf, type User } from "../code-host/answers";
import { type Approval, approvalsOf } from "../code-host/approvals";
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
 * The open pull request that a run of scanform-synth was for: by the run's commit, never by what it uploaded. That of a fork
 * is found as well.
 *
 * @returns it, or why there is none
 */
export async function openPullRequest(
  host: Repository,
  { sha, branch, repository }: SynthesizedBranch,
  base: string,
): Promise<Pull | { readonly why: string }> {
  const [owner = ""] = repository.split("/");
  const ofBranch = `/pulls?state=open&head=${encodeURIComponent(`${owner}:${branch}`)}`;
  // the first list has no commits of forks, the second no other branches of the same commit
  const path = repository === host.name ? `/commits/${sha}/pulls` : ofBranch;
  const pulls = (await host.list(path, pullOf)).filter(
    (pull) =>
      pull.state === "open" &&
      pull.base.branch === base &&
      pull.base.repository === host.name &&
      pull.head.sha === sha &&
      pull.head.repository === repository,
  );
  const [first, second] = pulls;
  if (first !== undefined && second !== undefined)
    return refuse(
      `Pull requests ${String(first.number)} and ${String(second.number)} have the same last commit, which can have one ` +
        "status only. Close one of them, or push an empty commit to it.",
    );
  return first?.head.branch === branch
    ? first
    : { why: `No open pull request into ${base} has the last commit ${sha}.` };
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

/** The workflow that plans pull requests, by its file. */
export const planWorkflow = "scanform-plan.yml";

/**
 * The newest approval of each person, of those that are in force at a moment, the newest first. Those of outsiders do not
 * count, who could stop any apply by them.
 */
export async function writersApprovals(host: Repository, pull: Pull, moment = Infinity): Promise<readonly Approval[]> {
  const approvals: Approval[] = [];
  for (const approval of await approvalsOf(host, pull, moment))
    if (!approvals.some(({ by }) => by.id === approval.by.id) && (await canWrite(host, approval.by)))
      approvals.push(approval);
  return approvals;
}

/**
 * Asked of the code host, since the `author_association` of a review conceals private members from a workflow's token.
 * A bot that reviews is an app that this repository has installed.
 */
async function canWrite(host: Repository, user: User): Promise<boolean> {
  if (user.type === "Bot") return true;
  const path = `/collaborators/${encodeURIComponent(user.login)}/permission`;
  const permission = await host.get(path, (answer) => optionalTextAt(answer, "permission"));
  return permission === "admin" || permission === "write";
}

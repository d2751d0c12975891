import type { Artifact } from "../code-host/answers";
import { type Files, filesOf, newest } from "./artifacts";
import type { Repository } from "../code-host/client";
import { digestsOf, keptPlans } from "./kept-plans";
import { approvalsOf, mergedPullRequest } from "./pull-requests";
import { refuse } from "../code-host/refused";

/** A plan that was kept and then reviewed. */
export interface ReviewedPlan {
  /** The pull request. */
  readonly number: number;
  readonly files: Files;
}

const again = "Open a pull request, even one with an empty commit";

/**
 * The plan that was reviewed: the one that was kept for the last commit of the pull request that was merged as a commit,
 * as it was at each approval of that last commit and at the merge. Approvals of earlier commits are not approvals of its
 * plan.
 */
export async function reviewedPlan(host: Repository, sha: string, base: string): Promise<ReviewedPlan> {
  const { number, head, mergedAt } = await mergedPullRequest(host, sha, base);
  const kept = await keptPlans(host, number, head.sha, base);
  if (kept.length === 0)
    refuse(
      `Pull request ${String(number)} has no plan of its last commit, so nothing is applied: scanform-plan failed, its ` +
        "branch is of a fork, the plan has expired, or the workflows came to the default branch with this very merge. " +
        `${again}: its plan shows what is left to do.`,
    );
  const approved = (await approvalsOf(host, number, mergedAt)).filter((each) => each.sha === head.sha);
  const shown = new Set<Artifact>();
  for (const moment of [...approved.map(({ at }) => at), mergedAt])
    shown.add(
      newest(kept, moment) ??
        refuse(
          `No plan of pull request ${String(number)} was kept before it was approved or merged (${new Date(moment).toISOString()}). ` +
            `${again}: its plan shows what is left to do.`,
        ),
    );
  const plans = await Promise.all([...shown].map((each) => filesOf(host, each)));
  // a run that is repeated after an approval may make another plan than the one that was approved
  if (new Set(plans.map((files) => digestsOf(files).join("\n"))).size > 1)
    refuse(
      `The plan of pull request ${String(number)} changed between its approvals and its merge. ` +
        `${again}, and have its plan approved.`,
    );
  return { number, files: plans.at(-1) ?? refuse("There is no plan.") };
}

import { visible } from "../diagnostics/foreign-text";
import type { Files } from "../code-host/artifacts";
import type { Repository } from "../code-host/client";
import { type KeptPlan, KeptPlans, nameOfKept } from "../code-host/kept-plans";
import { refuse } from "../code-host/refused";
import { digestsOf } from "./digests";
import { type Outcome, outcomeOf } from "./outcome";
import { mergedPullRequest, planWorkflow, writersApprovals } from "./pull-requests";

/** A plan that was kept and then reviewed. */
export interface ReviewedPlan {
  /** The pull request. */
  readonly number: number;
  readonly files: Files;
  /** Planned, or the same as the default branch declares. */
  readonly outcome: Outcome;
}

const again = "Open a pull request, even one with an empty commit";

/**
 * The plan that was reviewed: the newest that was kept of the pull request that was merged as a commit. It has to be of the
 * last commit, and the same plan as the newest at each approval of that commit. Approvals of earlier commits are not
 * approvals of its plan.
 *
 * @param now in milliseconds since 1970
 */
export async function reviewedPlan(host: Repository, sha: string, base: string, now: number): Promise<ReviewedPlan> {
  const pull = await mergedPullRequest(host, sha, base);
  const { number, head, mergedAt } = pull;
  const kept = await KeptPlans.of(host, pull, planWorkflow, now);
  const last = await kept.at(mergedAt);
  if (typeof last === "string" || last.some(({ artifact }) => artifact.name !== nameOfKept(number, head.sha)))
    return refuse(
      `Pull request ${String(number)} has no plan of its last commit${typeof last === "string" ? ` (${last})` : ""}, so ` +
        "nothing is applied: scanform-plan failed, its branch is of a fork, the plan has expired, or the workflows came " +
        `to the default branch with this very merge. ${again}: its plan shows what is left to do.`,
    );
  const files = await usable(kept, last[0]);
  const outcome = outcomeOf(files);
  if (outcome.kind === "same") return { number, files, outcome };
  if (outcome.kind === "refused")
    refuse(
      `The plan of pull request ${String(number)} was refused, so nothing is applied: ${visible(outcome.words)} ` +
        `${again}: its plan shows what is left to do.`,
    );
  const shown = new Set<KeptPlan>(last);
  const approvals = (await writersApprovals(host, pull, mergedAt)).filter((each) => each.sha === head.sha);
  for (const { given } of approvals) {
    const plans = await kept.at(given);
    if (typeof plans === "string")
      return refuse(
        `Which plan pull request ${String(number)} had when it was approved (${new Date(given).toISOString()}) is not ` +
          `known: ${plans}. ${again}: its plan shows what is left to do.`,
      );
    for (const each of plans) shown.add(each);
  }
  const plans = await Promise.all([...shown].map((each) => usable(kept, each)));
  // a run that is repeated after an approval may make another plan than the one that was approved
  if (new Set(plans.map((files) => digestsOf(files).join("\n"))).size > 1)
    refuse(
      `The plan of pull request ${String(number)} changed between its approvals and its merge. ` +
        `${again}, and have its plan approved.`,
    );
  return { number, files, outcome };
}

async function usable(kept: KeptPlans, plan: KeptPlan): Promise<Files> {
  const files = await kept.filesOf(plan);
  return typeof files === "string"
    ? refuse(`The kept plan ${visible(plan.artifact.name)} cannot be used: ${files}.`)
    : files;
}

import { reviewersOf } from "../code-host/answers";
import type { Repository } from "../code-host/client";
import { refuse } from "../code-host/refused";

/** Where a plan is applied: in the second, whose reviewers are asked, where it meets a condition of the input `ask-for`. */
export const environments = { usual: "scanform-apply", asking: "scanform-apply-weakens" } as const;

/** Those whom an environment asks; undefined where it is not there. */
export const reviewersIn = (host: Repository, environment: string): Promise<readonly string[] | undefined> =>
  host.find(`/environments/${environment}`, reviewersOf);

/**
 * Refuses an environment that asks nobody. The host makes one without reviewers where a job names one that is not there,
 * and not every plan of it has reviewers in private repositories.
 */
export async function requireReviewers(host: Repository, environment: string): Promise<void> {
  const reviewers = await reviewersIn(host, environment);
  if (reviewers !== undefined && reviewers.length > 0) return;
  refuse(
    `The environment ${environment} ${reviewers === undefined ? "does not exist" : "has no required reviewers"}, so ` +
      "nobody would be asked about this plan; nothing is applied. Set required reviewers in the settings of the " +
      "repository, under Environments. Where the code host offers none (GitHub: private repositories without " +
      "Enterprise), let a policy ask by needs(), and set the input ask-for of the mode find to an empty text.",
  );
}

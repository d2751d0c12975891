import type { Observed } from "../../model/entities";
import type { AccountId } from "../../model/ids";
import type { Plan } from "../plan/plan";
import { type Reader, RequestError } from "../ports";

/**
 * The titles of policies, for people, where a plan mentions policies that no declaration names; one more request, and
 * only then. A plan whose policies cannot be listed shows their ids.
 */
export async function policyTitles(
  reader: Reader,
  account: AccountId,
  observed: Observed,
  plan: Pick<Plan, "configurations" | "effects" | "policyTitles">,
  signal?: AbortSignal,
): Promise<Plan["policyTitles"]> {
  if (observed.policies !== undefined || !mentionsPolicies(plan)) return plan.policyTitles;
  try {
    const { items } = await reader.firstPage("policies", account, { signal });
    return new Map(items.map(({ id, title }) => [id, title]));
  } catch (thrown) {
    // a service that does not answer is not passed over: the apply would wait for it too
    if (thrown instanceof RequestError && thrown.status !== undefined) return plan.policyTitles;
    throw thrown;
  }
}

const mentionsPolicies = ({ configurations, effects }: Pick<Plan, "configurations" | "effects">): boolean =>
  [...configurations, ...effects].some(({ changes }) => changes.some(({ setting }) => setting === "code_policies"));

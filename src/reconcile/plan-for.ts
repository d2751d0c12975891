import type { Desired } from "../model/desired";
import type { Observed, ObservedTriages } from "../model/observed";
import type { RepositoryId } from "../model/ids";
import type { PlanAccount } from "./plan/change";
import { plan, type Plan, type PlanOptions } from "./plan/plan";
import { type TriageChange, triagesOf } from "./plan/triages";
import { planBack, triagesBack } from "./rollback/put-back";

/** The plan of what is desired: of a declaration, or of a rollback. @param known see `plan` */
export function planFor(
  account: PlanAccount,
  desired: Desired,
  listed: Observed,
  options: PlanOptions = {},
  known?: ReadonlySet<RepositoryId>,
): Plan {
  return desired.putBack === undefined
    ? plan(account, desired, listed, options, known)
    : planBack(account, { ...desired, putBack: desired.putBack }, listed, options);
}

/** What becomes of the triages that are desired, whatever else the plan does. */
export const triagesFor = ({ triages, putBack }: Desired, observed: ObservedTriages): readonly TriageChange[] =>
  putBack === undefined
    ? triagesOf(triages, observed).triages
    : triagesBack(putBack, observed).flatMap(({ change }) => change ?? []);

import pc from "picocolors";
import { htmlRenderer } from "../../src/page/html";
import { afterwards } from "../../src/reconcile/plan/afterwards";
import type { Plan } from "../../src/reconcile/plan/plan";
import type { View } from "../../src/report/renderer";

/** A page of plans, as `plan --format html` prints it. */
export const pageOf = (plans: readonly Plan[], view: Partial<View> = {}): string =>
  htmlRenderer.plans(
    plans.map((plan) => ({ ...plan, standing: afterwards(plan, plan.observed) })),
    { colors: pc.createColors(false), ...view },
  );

/** A page of saved plans, as `show --format html` prints it. */
export const pageOfSaved = (plans: readonly Plan[]): string =>
  htmlRenderer.plans(plans, { colors: pc.createColors(false) });

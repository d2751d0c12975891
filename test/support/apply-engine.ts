import { type Applied, apply, type ApplyOptions } from "../../src/reconcile/apply/apply";
import type { Plan } from "../../src/reconcile/plan/plan";
import type { ServiceClient } from "../../src/service/service-client";

/** The engine over a client that reads and writes. */
export const applyPlan = (
  plan: Plan,
  client: ServiceClient,
  circumstances: Omit<ApplyOptions, "reader" | "writer">,
): Promise<Applied> => apply(plan, { ...circumstances, reader: client, writer: client });

/** A clock by which every look is too old at once: each write takes one of its own. */
export function impatient(): () => number {
  let time = 0;
  return () => (time += 2000);
}

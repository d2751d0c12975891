import { type Applied, apply, type ApplyOptions } from "../../src/reconcile/apply/apply";
import type { Outcome } from "../../src/reconcile/apply/outcome";
import type { Plan } from "../../src/reconcile/plan/plan";
import type { ServiceClient } from "../../src/service/service-client";

/** An outcome with everything that is ever said of one. */
export interface SaidOutcome {
  readonly address: string;
  readonly status: Outcome["status"];
  readonly code?: string;
  readonly error?: string;
  /** What somebody else has changed since the plan was made. */
  readonly changed?: readonly SaidChange[];
}

export interface SaidChange {
  readonly path: string;
  readonly planned?: unknown;
  readonly found?: unknown;
}

export type SaidApplied = Omit<Applied, "outcomes"> & { readonly outcomes: readonly SaidOutcome[] };

export interface Circumstances extends Omit<ApplyOptions, "reader" | "writer"> {
  /** Milliseconds, monotonic: tells the age of what was looked at. */
  readonly now: () => number;
}

/** The engine over a client that reads and writes. */
export function applyPlan(plan: Plan, client: ServiceClient, circumstances: Circumstances): Promise<SaidApplied> {
  const options: ApplyOptions & Circumstances = { ...circumstances, reader: client, writer: client };
  return apply(plan, options);
}

/** A clock by which every look is too old at once: each write takes one of its own. */
export function impatient(): () => number {
  let time = 0;
  return () => (time += 2000);
}

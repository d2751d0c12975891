import fc from "fast-check";
import { type Plan, plan, type PlanOptions } from "../../../src/reconcile/plan/plan";
import { ScanformError } from "../../../src/diagnostics/error";
import { type Case, cases } from "../case";
import { id } from "../service";

/** An account, and what is declared for it. */
export interface RehearsalCase extends Pick<Case, "live" | "desired" | "concurrency"> {
  readonly options: PlanOptions;
  /** Chooses a reading. */
  readonly choice: number;
}

export const rehearsalCases: fc.Arbitrary<RehearsalCase> = fc
  .record({ one: cases, choice: fc.nat(10_000) })
  .map(({ one: { live, desired, prune, concurrency }, choice }) => ({
    live,
    desired,
    concurrency,
    options: { prune, force: true },
    choice,
  }));

/** The plan of a case; undefined where there is none or it has no writes. */
export function planOf({ live, desired, options }: RehearsalCase): Plan | undefined {
  try {
    const made = plan({ id }, desired, live, options);
    return made.writes.length === 0 || made.refusals.length > 0 ? undefined : made;
  } catch (thrown) {
    if (thrown instanceof ScanformError) return undefined;
    throw thrown;
  }
}

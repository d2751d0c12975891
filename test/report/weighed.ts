import type { Impact, ImpactExample } from "../../src/reconcile/plan/impact";
import type { Plan } from "../../src/reconcile/plan/plan";
import { rich } from "./plans";

/** A finding that a change touches. */
export const example = (severity: string, given: Partial<ImpactExample> = {}): ImpactExample => ({
  id: "ffffffff-0000-4000-8000-000000000001",
  title: "SQL injection",
  severity: severity as ImpactExample["severity"],
  file: "src/db.ts",
  repository: "web-shop",
  url: "https://findings.example.com/findings/ffffffff-0000-4000-8000-000000000001",
  noLongerBlocking: "possible",
  ...given,
});

/** What the effects of `rich` would have meant; the first is that of the configuration `baseline`. */
export const impactOf = (
  plan: Plan,
  examples: readonly ImpactExample[] = [example("high"), example("critical")],
): Impact => ({
  since: "2026-10-28T09:00:00.000Z",
  until: "2026-11-27T09:00:00.000Z",
  findings: 214,
  noLongerReported: [0, 12],
  noLongerBlocking: [3, 3],
  newlyBlocking: [0, 0],
  requests: 9,
  effects: plan.effects.map((_, at) =>
    at === 0
      ? { findings: 80, noLongerReported: [0, 12], noLongerBlocking: [3, 3], newlyBlocking: [0, 0], examples }
      : {
          findings: 20,
          noLongerReported: [0, 0],
          noLongerBlocking: [0, 0],
          newlyBlocking: [0, 0],
          examples: [],
        },
  ),
});

export const weighed = (plan = rich()): Plan => ({ ...plan, impact: impactOf(plan) });

import {
  concernsFindings,
  effectKey,
  type OpenFinding,
  type OpenFindings,
} from "../../src/reconcile/plan/open-findings";
import type { Plan } from "../../src/reconcile/plan/plan";
import { rich } from "./plans";

/** An open finding. */
export const finding = (severity: string, given: Partial<OpenFinding> = {}): OpenFinding => ({
  id: "ffffffff-0000-4000-8000-000000000001",
  title: "SQL injection",
  severity: severity,
  file: "src/db.ts",
  repository: "web-shop",
  url: "https://findings.example.com/findings/ffffffff-0000-4000-8000-000000000001",
  ...given,
});

const none: OpenFindings = { open: 0, critical: 0, high: 0, medium: 0, low: 0, unread: 0, worst: [] };
const some: OpenFindings = {
  ...none,
  open: 41,
  critical: 3,
  high: 38,
  worst: [finding("critical"), finding("high", { title: "Open redirect" })],
};

/** A plan whose first effect has these open findings, and the others none. In all there are those of the first. */
export function withFindings(plan: Plan = rich(), given: Partial<OpenFindings & { readonly days: number }> = {}): Plan {
  const { days = 30, ...findings } = { ...some, ...given };
  const effects = plan.effects
    .filter(concernsFindings)
    .map((each, at): [string, OpenFindings] => [effectKey(each), at === 0 ? findings : none]);
  return { ...plan, findings: { days, ...findings, effects: Object.fromEntries(effects) } };
}

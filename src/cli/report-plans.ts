import { resolve } from "node:path";
import { error } from "../diagnostics/diagnostic";
import { closes, type GateCondition } from "../reconcile/plan/conditions";
import { repositoryCounts } from "../reconcile/plan/effects";
import { isEmpty, type Plan } from "../reconcile/plan/plan";
import { accountLine } from "../report/head";
import type { Format } from "../report/renderers";
import type { AccountPlan } from "./declared-plans";
import { type ExitCode, exitCode } from "./exit-codes";
import type { Io } from "./io";
import type { PlanKind } from "./plan-file";
import { printPlans } from "./print";

export interface ReportOptions {
  /** The file to save the plans in. */
  readonly out?: string;
  readonly format: Format;
  readonly detailedExitcode?: boolean;
  /** Prints every repository, every leaf and every value whole. */
  readonly full?: boolean;
  readonly failOn?: readonly GateCondition[];
}

/** Saves plans if asked to, and prints them. Sends nothing. */
export async function reportPlans(
  io: Io,
  made: readonly AccountPlan[],
  kind: PlanKind,
  { out, format, detailedExitcode, full, failOn }: ReportOptions,
): Promise<ExitCode> {
  const unsafe = made.some(({ plan }) => plan.refusals.length > 0);
  const plans = made.map(({ plan }) => gated(plan, failOn, made.length > 1));
  const refused = plans.some(({ refusals }) => refusals.length > 0);
  // first, so that an unwritable file is the only error reported; a plan that the gate stops may still be approved
  if (out !== undefined && !unsafe) {
    const { writePlanFile } = await import("./plan-file.js");
    writePlanFile(resolve(io.cwd, out), made, kind, io);
  }
  printPlans(io, plans, format, full);
  if (out !== undefined && !unsafe) {
    const refusal = refused ? "It is refused here: apply it only once it is approved. " : "";
    io.err(`Saved to ${out}. ${refusal}Apply exactly this with: scanform apply ${out}\n`);
  }
  if (refused) return exitCode.refused;
  return detailedExitcode === true && plans.some(({ writes }) => writes.length > 0) ? exitCode.changes : exitCode.done;
}

/**
 * The plan, refused if it meets one of the conditions.
 *
 * @param several it is one of several accounts, so that a refusal names its own
 * @param dryRun the provider block says that nothing is to be written
 */
export function gated(plan: Plan, failOn: readonly GateCondition[] = [], several = false, dryRun = false): Plan {
  const counts = repositoryCounts(plan.effects, plan.repositories);
  const account = several ? `${accountLine(plan.account)}: ` : "";
  const refusals = failOn.flatMap((condition) => {
    const reason = closes(condition, plan, counts);
    if (reason === undefined) return [];
    return [error("gate-closed", `${account}${reason}, and --fail-on ${condition} rejects this plan.`)];
  });
  if (dryRun && !isEmpty(plan))
    refusals.push(
      error("dry-run", `${account}The provider block has dry_run, so nothing was written. Remove it to apply this.`, {
        address: "provider.scanform",
        path: "dry_run",
      }),
    );
  return refusals.length === 0 ? plan : { ...plan, refusals: [...plan.refusals, ...refusals] };
}

import { resolve } from "node:path";
import type { Format } from "../report/renderers";
import type { AccountPlan } from "./declared-plans";
import { type ExitCode, exitCode } from "./exit-codes";
import type { GateCondition } from "./gate-conditions";
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
  const { gated } = await import("./gate.js"); // by now the engine is loaded, while the service answered
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

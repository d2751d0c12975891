import { resolve } from "node:path";
import { closeAll, type DeclaredOptions, declaredPlans } from "../declared-plans";
import { type ExitCode, exitCode } from "../exit-codes";
import type { GateCondition } from "../gate-conditions";
import type { Io } from "../io";
import type { Format } from "../../report/renderers";
import { printPlans } from "../print";

export interface PlanOptions extends DeclaredOptions {
  readonly out?: string;
  readonly format: Format;
  readonly detailedExitcode?: boolean;
  /** Prints every repository, every leaf and every value whole. */
  readonly full?: boolean;
  readonly failOn?: readonly GateCondition[];
}

/** Synthesizes, reads, compares and prints. Writes nothing except `--out` and the output of the app. */
export async function planCommand(io: Io, options: PlanOptions): Promise<ExitCode> {
  const made = await declaredPlans(io, options);
  try {
    const { gated } = await import("../gate.js"); // by now the engine is loaded, while the service answered
    const unsafe = made.some(({ plan }) => plan.refusals.length > 0);
    const plans = made.map(({ plan }) => gated(plan, options.failOn, made.length > 1));
    const refused = plans.some(({ refusals }) => refusals.length > 0);
    // first, so that an unwritable file is the only error reported; a plan that the gate stops may still be approved
    if (options.out !== undefined && !unsafe) {
      const { writePlanFile } = await import("../plan-file.js");
      writePlanFile(resolve(io.cwd, options.out), made, "declaration", io);
    }
    printPlans(io, plans, options.format, options.full);
    if (options.out !== undefined && !unsafe) {
      const refusal = refused ? "It is refused here: apply it only once it is approved. " : "";
      io.err(`Saved to ${options.out}. ${refusal}Apply exactly this with: scanform apply ${options.out}\n`);
    }
    if (refused) return exitCode.refused;
    return options.detailedExitcode === true && plans.some(({ writes }) => writes.length > 0)
      ? exitCode.changes
      : exitCode.done;
  } finally {
    await closeAll(made);
  }
}

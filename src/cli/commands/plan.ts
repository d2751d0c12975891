import { closeAll, type DeclaredOptions, declaredPlans } from "../declared-plans";
import type { ExitCode } from "../exit-codes";
import type { Io } from "../io";
import { type ReportOptions, reportPlans } from "../report-plans";

export interface PlanOptions extends DeclaredOptions, ReportOptions {}

/** Synthesizes, reads, compares and prints. Writes nothing except `--out` and the output of the app. */
export async function planCommand(io: Io, options: PlanOptions): Promise<ExitCode> {
  const made = await declaredPlans(io, options);
  try {
    return await reportPlans(io, made, "declaration", options);
  } finally {
    await closeAll(made);
  }
}

import { resolve } from "node:path";
import pc from "picocolors";
import type { Diagnostic } from "../../diagnostics/diagnostic";
import { isEmpty, type Plan } from "../../reconcile/plan";
import { planDocuments } from "../../report/document";
import { plansMarkdown } from "../../report/markdown";
import { diagnosticsText, planText } from "../../report/text";
import { closeAll, type DeclaredOptions, declaredPlans } from "../declared";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";

export type Format = "text" | "markdown" | "json";

export interface PlanOptions extends DeclaredOptions {
  readonly out?: string;
  readonly format: Format;
  readonly detailedExitcode?: boolean;
}

/** Synthesizes, looks, compares and prints. Writes nothing but `--out` and what the app synthesizes. */
export async function planCommand(io: Io, options: PlanOptions): Promise<ExitCode> {
  const made = await declaredPlans(io, options);
  try {
    const plans = made.map(({ plan }) => plan);
    const refused = plans.some(({ refusals }) => refusals.length > 0);
    // first, so that a file that cannot be written is the one thing that is reported
    if (options.out !== undefined && !refused) {
      const { writePlanFile } = await import("../plan-file.js");
      writePlanFile(resolve(io.cwd, options.out), made);
    }
    printPlans(io, plans, options.format);
    if (refused) return exitCode.refused;
    if (options.out !== undefined)
      io.err(`Saved to ${options.out}. Apply exactly this with: scanform apply ${options.out}\n`);
    return options.detailedExitcode === true && !plans.every(isEmpty) ? exitCode.changes : exitCode.done;
  } finally {
    await closeAll(made);
  }
}

/** The plans go to stdout in the form that was asked for, what there is to say of them to stderr. */
export function printPlans(io: Io, plans: readonly Plan[], format: Format): void {
  if (format === "json") io.out(`${JSON.stringify(planDocuments(plans), null, 2)}\n`);
  else if (format === "markdown") io.out(plansMarkdown(plans));
  else io.out(plans.map((each) => planText(each, pc.createColors(io.colors.out))).join("\n"));
  if (format !== "json")
    printDiagnostics(
      io,
      plans.flatMap(({ refusals, diagnostics }) => [...refusals, ...diagnostics]),
    );
}

export function printDiagnostics(io: Io, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) io.err(`\n${diagnosticsText(diagnostics, pc.createColors(io.colors.err))}`);
}

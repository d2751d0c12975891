import pc from "picocolors";
import type { Diagnostic } from "../diagnostics/diagnostic";
import type { Plan } from "../reconcile/plan/plan";
import { planDocuments } from "../report/document";
import { plansMarkdown } from "../report/markdown";
import { diagnosticsText, planText } from "../report/text";
import type { Io } from "./io";

export type Format = "text" | "markdown" | "json";

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

import { type ComparisonFormat, comparisonFormats, comparisonRenderers } from "../../report/compare/compare-renderers";
import { type ExitCode, exitCode } from "../exit-codes";
import { accountsIn, compared } from "../compare-documents";
import type { Io } from "../io";
import { type CommandDefinition, type Flags, formatOf, formatting, withExamples } from "../options";
import { printDiagnostics, viewOf } from "../print";

export const define: CommandDefinition = (command, { io, finish }) => {
  formatting(command, comparisonFormats)
    .argument("<before>", "the document of the earlier plan: plan --json, or show --json")
    .argument("<after>", "the document of the later plan")
    .option("--full", "show every repository and every value in full")
    .action((before: string, after: string, flags: Flags<CompareOptions>) => {
      finish(compareCommand(io, before, after, { ...flags, format: formatOf(flags) }));
    });
  withExamples(
    command,
    ["what is new since the plan that was approved", "scanform compare approved.json plan.json"],
    ["as a comment for a pull request", "scanform compare approved.json plan.json --format markdown"],
  );
};

interface CompareOptions {
  readonly format: ComparisonFormat;
  readonly full?: boolean;
}

/** Says what has changed between two plans. Reads nothing but the files, and needs no key. */
function compareCommand(io: Io, before: string, after: string, { format, full }: CompareOptions): ExitCode {
  const comparisons = compared(accountsIn(io, before), accountsIn(io, after), before, after);
  const renderer = comparisonRenderers[format];
  io.out(renderer.print(comparisons, viewOf(io, full)));
  if (!renderer.machineReadable)
    printDiagnostics(
      io,
      comparisons.flatMap(({ diagnostics }) => diagnostics),
    );
  return exitCode.done;
}

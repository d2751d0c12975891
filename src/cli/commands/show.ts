import { resolve } from "node:path";
import { Option } from "commander";
import { type Format, formats } from "../../report/renderers";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { type CommandDefinition, withExamples, type Flags, formatOf } from "../options";
import { readPlanFile } from "../plan-file";
import { printPlans } from "../print";

export const define: CommandDefinition = (command, { io, finish }) => {
  command
    .argument("<file>", "a plan that was saved with plan --out")
    .addOption(new Option("--format <format>", "form of the plan").choices(formats))
    .option("--json", "the same as --format json")
    .option("--full", "show every repository, leaf and value whole")
    .action((file: string, flags: Flags<ShowOptions>) => {
      finish(showCommand(io, file, { ...flags, format: formatOf(flags) }));
    });
  withExamples(
    command,
    ["read a saved plan again", "scanform show saved.plan"],
    ["as a comment for a pull request", "scanform show saved.plan --format markdown"],
  );
};

interface ShowOptions {
  readonly format: Format;
  readonly full?: boolean;
}

/** Prints a saved plan as it was shown when it was made. Reads nothing but the file, and needs no key. */
function showCommand(io: Io, file: string, { format, full }: ShowOptions): ExitCode {
  const saved = readPlanFile(resolve(io.cwd, file));
  printPlans(
    io,
    saved.map(({ report }) => report),
    format,
    full,
  );
  return exitCode.done;
}

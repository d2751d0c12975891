import { InvalidArgumentError, Option } from "commander";
import { type DriftFormat, driftFormats } from "../../report/drift/drift-renderers";
import { commands } from "../commands/commands";
import type { DriftOptions } from "../commands/drift";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import type { Flags } from "./format";
import { reading } from "./reading";
import { collected } from "./values";

export const driftLine: CommandLine = (root, { io, finish }) => {
  withExamples(
    reading(root.command("drift")),
    ["what has moved since the last apply", "scanform drift --since .scanform"],
    ["the same for a test report", "scanform drift --since .scanform --format junit"],
  )
    .description("say what has moved in the service since the last apply, and what is not applied yet")
    .option(
      "--since <file...>",
      "the journal of the last apply, the folder of all journals, or a saved plan; of several for an account, the last",
      collected,
    )
    .addOption(new Option("--format <format>", "form of the report").choices(driftFormats))
    .option("--json", "the same as --format json")
    .option("--full", "show every repository and every value, however many and however long")
    .action(async (flags: Flags<DriftOptions>) => {
      const { driftCommand } = commands.drift();
      finish(await driftCommand(io, { ...flags, format: formatOf(flags) }));
    });
};

function formatOf({ json, format }: { readonly json?: boolean; readonly format?: DriftFormat }): DriftFormat {
  if (json !== true) return format ?? "text";
  if (format !== undefined && format !== "json")
    throw new InvalidArgumentError(`--json and --format ${format} exclude each other.`);
  return "json";
}

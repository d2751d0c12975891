import { Option } from "commander";
import { formats } from "../../report/renderers";
import { commands } from "../commands/commands";
import type { ShowOptions } from "../commands/show";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import { type Flags, formatOf } from "./format";

export const showLine: CommandLine = (root, { io, finish }) => {
  const command = root
    .command("show")
    .description("print a saved plan; needs no key")
    .argument("<file>", "a plan that was saved with plan --out")
    .addOption(new Option("--format <format>", "form of the plan").choices(formats))
    .option("--json", "the same as --format json")
    .option("--full", "show every repository, leaf and value whole")
    .action((file: string, flags: Flags<ShowOptions>) => {
      const { showCommand } = commands.show();
      finish(showCommand(io, file, { ...flags, format: formatOf(flags) }));
    });
  withExamples(
    command,
    ["read a saved plan again", "scanform show saved.plan"],
    ["as a comment for a pull request", "scanform show saved.plan --format markdown"],
  );
};

import { Option } from "commander";
import { formats } from "../../report/renderers";
import { commands } from "../commands/commands";
import type { PlanOptions } from "../commands/plan";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import { type Flags, formatOf } from "./format";
import { declaring } from "./shared-options";

export const planLine: CommandLine = (root, { io, finish }) => {
  const command = declaring(root.command("plan"))
    .description("show what would change; writes nothing to the service")
    .option("--out <file>", "save the plan, to apply exactly this")
    .addOption(new Option("--format <format>", "form of the plan").choices(formats))
    .option("--json", "the same as --format json")
    .option("--full", "show every repository and every value, however many and however long")
    .option("--detailed-exitcode", "exit with 2 when there are changes")
    .action(async (flags: Flags<PlanOptions>) => {
      const { planCommand } = commands.plan();
      finish(await planCommand(io, { ...flags, format: formatOf(flags) }));
    });
  withExamples(
    command,
    ["what would change", "scanform plan"],
    ["save it, to apply exactly this", "scanform plan --out saved.plan"],
    ["stop a pipeline where scanning gets weaker", "scanform plan --fail-on weakens,deletes"],
    ["without running the app: what scanform synth has written", "scanform plan --synthesized cdktf.out --json"],
  );
};

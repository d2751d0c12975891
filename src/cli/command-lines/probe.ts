import { commands } from "../commands/commands";
import type { ProbeOptions } from "../commands/probe";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import { connected } from "./shared-options";

export const probeLine: CommandLine = (root, { io, finish }) => {
  const command = connected(root.command("probe"))
    .description(
      "find out how the service treats what its specification leaves open, on a scratch configuration; asks first",
    )
    .option("--auto-approve", "do not ask")
    .option("--out <file>", "save it, for plan --semantics")
    .option("--alias <name>", "ask with the key of this provider block: SCANFORM_API_KEY_<ALIAS>")
    .action(async (flags: ProbeOptions) => {
      const { probeCommand } = commands.probe();
      finish(await probeCommand(io, flags));
    });
  withExamples(
    command,
    ["find out once, then plan with fewer requests", "scanform probe --out semantics.json"],
    ["and use it", "scanform plan --semantics semantics.json"],
  );
};

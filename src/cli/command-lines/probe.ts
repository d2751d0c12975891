import { commands } from "../commands/commands";
import type { ProbeOptions } from "../commands/probe";
import type { CommandLine } from "./command-line";
import { connected } from "./shared-options";

export const probeLine: CommandLine = (root, { io, finish }) => {
  connected(root.command("probe"))
    .description("find out, on a scratch configuration, how the service treats what its specification leaves open")
    .option("--out <file>", "save it, for plan --semantics")
    .option("--alias <name>", "ask with the key of this provider block: SCANFORM_API_KEY_<ALIAS>")
    .action(async (flags: ProbeOptions) => {
      const { probeCommand } = commands.probe();
      finish(await probeCommand(io, flags));
    });
};

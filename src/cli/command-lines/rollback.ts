import { commands } from "../commands/commands";
import type { RollbackOptions } from "../commands/rollback";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import type { Flags } from "./format";
import { connected, failingOn } from "./shared-options";

export const rollbackLine: CommandLine = (root, { io, finish }) => {
  const command = failingOn(connected(root.command("rollback")))
    .description("plan the way back from an apply, say what has none, and apply it")
    .argument("<journal>", "the file that the apply has left")
    .option("--force", "delete what was created even if it has repositories by now")
    .option("--out <file>", "save the plan, to have it reviewed and apply exactly this; writes nothing to the service")
    .option("--auto-approve", "do not ask")
    .option("--journal <dir>", "folder for the journal, .scanform if left out")
    .option("--json", "print one JSON document")
    .action(async (file: string, flags: Flags<RollbackOptions>) => {
      const { rollbackCommand } = commands.rollback();
      finish(await rollbackCommand(io, file, { ...flags, format: flags.json === true ? "json" : "text" }));
    });
  withExamples(
    command,
    [
      "see the way back, and go it if you agree",
      "scanform rollback .scanform/2026-01-31T09-30-00-000Z-5f0c41d2.journal",
    ],
    ["save it, to have it reviewed and then apply it", "scanform rollback .scanform/last.journal --out back.plan"],
  );
};

import { InvalidArgumentError, Option } from "commander";
import { frameworks } from "../../generate/project/frameworks";
import { isUuid } from "../../model/uuid";
import { commands } from "../commands/commands";
import type { InitOptions } from "../commands/init";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import { connected } from "./shared-options";

export const initLine: CommandLine = (root, { io, finish }) => {
  const command = connected(root.command("init"))
    .description("write a project into this folder: an app, a test, a workflow; overwrites and installs nothing")
    .addOption(new Option("--framework <framework>", "what the app is written with").choices(frameworks))
    .option("--account <id>", "id of the account, which is put into the code", account)
    .option("--import", "declare what is live now, in place of an example")
    .option("--split", "with --import: write a file for each team, the first word of the configurations' names")
    .option("--yes", "ask nothing, and take what is usual for the rest")
    .action(async (flags: InitOptions) => {
      const { initCommand } = commands.init();
      finish(await initCommand(io, flags));
    });
  withExamples(
    command,
    ["an example to begin with", "scanform init"],
    ["a project for what is live", "scanform init --import"],
    ["the same, with a file for each team", "scanform init --import --split"],
    ["in a script", "scanform init --framework cdktn --yes"],
  );
};

function account(text: string): string {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError("It must be a UUID.");
}

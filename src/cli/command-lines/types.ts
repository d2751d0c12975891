import { commands } from "../commands/commands";
import type { TypesOptions } from "../commands/types";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import { connected } from "./shared-options";

export const typesLine: CommandLine = (root, { io, finish }) => {
  const command = connected(root.command("types"))
    .description("write the names of the account's analyzers, policies and repositories as TypeScript constants")
    .option("--out <file>", "the module, scanform-types.ts if left out; scanform-types.json is written beside it")
    .option("--check", "write nothing, say what is missing or gone, and exit with 2 if anything is")
    .option("--alias <name>", "ask with the key of this provider block: SCANFORM_API_KEY_<ALIAS>")
    .action(async (flags: TypesOptions) => {
      const { typesCommand } = commands.types();
      finish(await typesCommand(io, flags));
    });
  withExamples(
    command,
    ["write scanform-types.ts and scanform-types.json", "scanform types"],
    ["somewhere else", "scanform types --out src/names.ts"],
    ["in a pipeline: exit with 2 where they are out of date", "scanform types --check"],
  );
};

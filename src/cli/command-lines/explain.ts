import { commands } from "../commands/commands";
import type { ExplainOptions } from "../commands/explain";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import { reading } from "./reading";

export const explainLine: CommandLine = (root, { io, finish }) => {
  withExamples(
    reading(root.command("explain")),
    ["why payments-api gets its configuration, and what that blocks", "scanform explain payments-api"],
    ["what assigns a configuration, and who has it", "scanform explain configuration strict"],
    ["every repository with its rule", "scanform explain --all"],
  )
    .description("say which rule decides about a repository, where it is written, and what it means")
    .argument("[repository...]", "a name or an id; or `configuration` and a name, an id or an address")
    .option("--all", "every repository with its rule, and about how many each rule decides")
    .option("--account <account>", "the id, the name or the alias of the account, where several are declared")
    .option("--json", "print one JSON document")
    .action(async (words: readonly string[], { json, ...flags }: Flags) => {
      const { explainCommand } = commands.explain();
      finish(await explainCommand(io, words, { ...flags, format: json === true ? "json" : "text" }));
    });
};

type Flags = Omit<ExplainOptions, "format"> & { readonly json?: boolean };

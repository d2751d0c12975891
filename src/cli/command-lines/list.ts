import { Argument } from "commander";
import { listKinds } from "../../report/listing";
import { commands } from "../commands/commands";
import type { ListOptions } from "../commands/list";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import { connected } from "./shared-options";

export const listLine: CommandLine = (root, { io, finish }) => {
  const command = connected(root.command("list"))
    .description("list what is there, by name; several accounts one after the other; writes nothing")
    .addArgument(
      // the choices are for the help and for completion; the command itself names the nearest one
      new Argument("<kind>", "what to list").choices(listKinds).argParser((text: string) => text),
    )
    .option("--name <pattern>", "only what has such a name, as SQL LIKE: % is any text, _ any one character")
    .option("--alias <name>", "ask with the key of this provider block: SCANFORM_API_KEY_<ALIAS>")
    .option("--json", "print one JSON document")
    .action(async (kind: string, { json, ...flags }: Omit<ListOptions, "json"> & { readonly json?: boolean }) => {
      const { listCommand } = commands.list();
      finish(await listCommand(io, kind, { ...flags, json: json === true }));
    });
  withExamples(
    command,
    ["all repositories, with the configuration that each has", "scanform list repositories"],
    ["only some, for a program", "scanform list repositories --name 'payments-%' --json"],
    ["the names that a declaration needs", "scanform list analyzers"],
  );
};

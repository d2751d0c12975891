import { InvalidArgumentError, Option } from "commander";
import { importFormats } from "../../generate/import/formats";
import { frameworks } from "../../generate/project/frameworks";
import { LikePatternError, like } from "../../model/sql-like";
import { commands } from "../commands/commands";
import type { ImportCommandOptions } from "../commands/import";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import { connected, synthesizing } from "./shared-options";

export const importLine: CommandLine = (root, { io, finish }) => {
  const command = synthesizing(connected(root.command("import")))
    .description("write code for what is live and not declared yet; planning it shows no changes")
    .option("--out <dir>", "the folder to write to; the code is printed if left out")
    .option("--flat", "write every configuration out, without bases and constants")
    .option("--split", "write a file for each team, by the first words of the configurations' names")
    .option("--no-catch-all", "write no rule for all repositories that no other rule matches")
    .option(
      "--only <pattern>",
      "only configurations whose name matches this SQL LIKE pattern; names=PATTERN, too",
      pattern,
    )
    .addOption(new Option("--format <format>", "form of the code").choices(importFormats).default("typescript"))
    .addOption(
      new Option("--framework <name>", "what the app is written with; that of the app beside, or cdktn").choices(
        frameworks,
      ),
    )
    .option("--synthesized <dir>", "read what is declared from this output of cdktf instead of running the app")
    .action(async (flags: ImportCommandOptions) => {
      const { importCommand } = commands.import();
      finish(await importCommand(io, flags));
    });
  withExamples(
    command,
    ["a project for everything that is live", "scanform import --out settings"],
    ["a part of it, on the terminal", "scanform import --only 'platform-%'"],
    ["what is new since then, beside the app", "scanform import --out ."],
    ["for terraform", "scanform import --format hcl --out terraform"],
  );
};

/** `names=PATTERN` says of what it is a pattern. */
function pattern(text: string): string {
  const ofNames = text.replace(/^names=/, "");
  try {
    like(ofNames);
    return ofNames;
  } catch (thrown) {
    if (thrown instanceof LikePatternError) throw new InvalidArgumentError(`${thrown.message}.`);
    throw thrown;
  }
}

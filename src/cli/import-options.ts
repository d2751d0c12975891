import { type Command, InvalidArgumentError, Option } from "commander";
import { importFormats } from "../generate/import/formats";
import { LikePatternError, like } from "../model/sql-like";

/** The options of `scanform import`. */
export const importing = (command: Command): Command =>
  command
    .description("write code for what is live; planning it shows no changes")
    .option("--out <dir>", "the folder to write to; the code is printed if left out")
    .option("--flat", "write every configuration out, without bases and constants")
    .option("--no-catch-all", "write no rule for all repositories that no other rule matches")
    .option("--only <pattern>", "only configurations whose name matches this SQL LIKE pattern", pattern)
    .addOption(new Option("--format <format>", "form of the code").choices(importFormats).default("typescript"));

function pattern(text: string): string {
  try {
    like(text);
    return text;
  } catch (thrown) {
    if (thrown instanceof LikePatternError) throw new InvalidArgumentError(`${thrown.message}.`);
    throw thrown;
  }
}

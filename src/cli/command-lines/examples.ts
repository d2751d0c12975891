import type { Command } from "commander";

/** What a command line is good for, and the line as it is typed. */
export type Example = readonly [purpose: string, line: string];

/** Ends the help of a command with examples. */
export const withExamples = (command: Command, ...examples: readonly Example[]): Command =>
  command.addHelpText(
    "after",
    `\nExamples:\n${examples.map(([purpose, line]) => `  # ${purpose}\n  $ ${line}`).join("\n")}`,
  );

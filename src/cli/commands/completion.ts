import type { Command } from "commander";
import { fail } from "../../diagnostics/error";
import { suggestion } from "../../model/suggest";
import { bashScript } from "../completion/bash";
import { type CommandNode, commandTree } from "../completion/command-tree";
import { fishScript } from "../completion/fish";
import { zshScript } from "../completion/zsh";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";

const scripts: Readonly<Record<string, (root: CommandNode) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Prints a script that completes the command lines of this version. Needs neither a key nor the service. */
export function completionCommand(io: Io, root: Command, shell: string): ExitCode {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined)
    return fail(
      "usage",
      `There is no completion for ${JSON.stringify(shell)}. ${suggestion(shell, Object.keys(scripts))}`,
    );
  io.out(script(commandTree(root)));
  return exitCode.done;
}

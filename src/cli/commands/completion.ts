import { type Command, Argument } from "commander";
import { fail } from "../../diagnostics/error";
import { suggestion } from "../../model/suggest";
import { bashScript } from "../completion/bash";
import { type CommandNode, commandTree } from "../completion/command-tree";
import { fishScript } from "../completion/fish";
import { zshScript } from "../completion/zsh";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { type CommandDefinition, withExamples } from "../options";

export const define: CommandDefinition = (command, { io, finish }) => {
  command
    .addArgument(
      // the choices are for the help and for completion; the command itself names the nearest one
      new Argument("<shell>", "your shell").choices(["bash", "zsh", "fish"]).argParser((text: string) => text),
    )
    .action((shell: string) => {
      finish(completionCommand(io, command.parent ?? command, shell));
    });
  withExamples(
    command,
    ["bash, in ~/.bashrc", "source <(scanform completion bash)"],
    ["zsh, in ~/.zshrc after compinit", "source <(scanform completion zsh)"],
    ["fish", "scanform completion fish > ~/.config/fish/completions/scanform.fish"],
  );
};

const scripts: Readonly<Record<string, (root: CommandNode) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Prints a script that completes the command lines of this version. Needs neither a key nor the service. */
function completionCommand(io: Io, root: Command, shell: string): ExitCode {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined)
    return fail(
      "usage",
      `There is no completion for ${JSON.stringify(shell)}. ${suggestion(shell, Object.keys(scripts))}`,
    );
  io.out(script(commandTree(root)));
  return exitCode.done;
}

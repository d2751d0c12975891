import { Argument } from "commander";
import { commands } from "../commands/commands";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";

export const completionLine: CommandLine = (root, { io, finish }) => {
  const command = root
    .command("completion")
    .description("print a script that completes command lines in your shell")
    .addArgument(
      // the choices are for the help and for completion; the command itself names the nearest one
      new Argument("<shell>", "your shell").choices(["bash", "zsh", "fish"]).argParser((text: string) => text),
    )
    .action((shell: string) => {
      const { completionCommand } = commands.completion();
      finish(completionCommand(io, root, shell));
    });
  withExamples(
    command,
    ["bash, in ~/.bashrc", "source <(scanform completion bash)"],
    ["zsh, in ~/.zshrc after compinit", "source <(scanform completion zsh)"],
    ["fish", "scanform completion fish > ~/.config/fish/completions/scanform.fish"],
  );
};

import { commands } from "../commands/commands";
import type { SynthOptions } from "../commands/synth";
import type { CommandLine } from "./command-line";
import { withExamples } from "./examples";
import { synthesizing } from "./shared-options";

export const synthLine: CommandLine = (root, { io, finish }) => {
  const command = synthesizing(root.command("synth"))
    .description("run the app of cdktf.json; needs no key")
    .option("--out <dir>", "the folder to write to; that of cdktf.json if left out")
    .action(async (flags: SynthOptions) => {
      const { synthCommand } = commands.synth();
      finish(await synthCommand(io, flags));
    });
  withExamples(
    command,
    ["check a declaration, without a key", "scanform synth"],
    ["into another folder, to plan it where the key is", "scanform synth --out synthesized"],
  );
};

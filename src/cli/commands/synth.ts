import { relative } from "node:path";
import { readDeclaration } from "../../declaration/read-declaration";
import { type ExitCode, exitCode } from "../exit-codes";
import { inputVariables } from "../credentials/variables";
import type { Io } from "../io";
import { type CommandDefinition, withExamples, synthesizing } from "../options";
import { printDiagnostics } from "../print";
import { synthesize, type SynthesizeOptions } from "../synthesize";
import { pastedFile } from "../shell";

export const define: CommandDefinition = (command, { io, finish }) => {
  synthesizing(command)
    .option("--out <dir>", "the folder to write to (default: that of cdktf.json)")
    .action(async (flags: SynthOptions) => {
      finish(await synthCommand(io, flags));
    });
  withExamples(
    command,
    ["check a declaration, without a key", "scanform synth"],
    ["into another folder, to plan it where the key is", "scanform synth --out synthesized"],
  );
};

interface SynthOptions extends Pick<SynthesizeOptions, "appTimeout"> {
  readonly out?: string;
}

/** Runs the app, and checks what it declares as far as that is possible without the service. Needs no key. */
async function synthCommand(io: Io, { out, ...options }: SynthOptions): Promise<ExitCode> {
  io.secrets.readFiles(io.env, io.cwd); // what the app repeats of a key is not shown
  const folder = await synthesize(io, { ...options, ...(out === undefined ? {} : { into: out }) });
  const { diagnostics } = readDeclaration(folder, undefined, inputVariables(io));
  const shown = relative(io.cwd, folder);
  printDiagnostics(io, diagnostics);
  io.err(
    `Synthesized into ${shown}. Plan it without running the app: scanform plan --synthesized ${pastedFile(shown)}\n`,
  );
  return exitCode.done;
}

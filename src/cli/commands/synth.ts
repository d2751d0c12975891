import { relative } from "node:path";
import { readDeclaration } from "../../declaration/read-declaration";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { printDiagnostics } from "../print";
import { synthesize, type SynthesizeOptions } from "../synthesize";

/** Runs the app, and checks what it declares as far as that is possible without the service. Needs no key. */
export async function synthCommand(io: Io, options: SynthesizeOptions): Promise<ExitCode> {
  const folder = await synthesize(io, options);
  const { diagnostics } = readDeclaration(folder);
  const shown = relative(io.cwd, folder);
  printDiagnostics(io, diagnostics);
  io.err(`Synthesized into ${shown}. Plan it without running the app: scanform plan --synthesized ${shown}\n`);
  return exitCode.done;
}

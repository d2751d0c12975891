import { CommanderError } from "commander";
import { error } from "../diagnostics/diagnostic";
import { messageOf, ScanformError } from "../diagnostics/error";
import { type Format, isFormat } from "../report/renderers";
import { program } from "./command-lines/program";
import { type ExitCode, exitCode } from "./exit-codes";
import { type Io, type Terminal, withoutKey } from "./io";

/** Runs one command line. Whatever happens, the user gets a message and an exit code, never a stack trace. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const io = withoutKey(terminal);
  let code: ExitCode = exitCode.done;
  try {
    const finish = (result: ExitCode): void => {
      code = result;
    };
    await program({ io, open: terminal, finish }).parseAsync(argv, { from: "user" });
    return code;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCode.done; // --help, --version
    return report(argv, io, thrown);
  }
}

/** Prints an error in the requested format, and returns its exit code. */
async function report(argv: readonly string[], io: Io, thrown: unknown): Promise<ExitCode> {
  const diagnostics = diagnosticsOf(thrown);
  const { printErrors } = await import("./print.js");
  printErrors(io, diagnostics, formatIn(argv));
  if (io.signal.aborted) return exitCode.interrupted;
  return diagnostics.some(({ code }) => code === "plan-stale" || code === "plan-unlike")
    ? exitCode.stale
    : exitCode.error;
}

function diagnosticsOf(thrown: unknown) {
  if (thrown instanceof ScanformError) return thrown.diagnostics;
  if (thrown instanceof CommanderError) {
    const said = thrown.message.replace(/^error: /, "");
    const detail = said === "(outputHelp)" ? "No command was given." : said;
    return [error("usage", `${detail} See \`scanform --help\`.`)];
  }
  return [error("internal", `${messageOf(thrown)}. This is a defect; please report it with what you did.`)];
}

/** The format that a command line requests, even if the rest of it is invalid; the last one counts. */
function formatIn(line: readonly string[]): Format {
  const argv = line.includes("--") ? line.slice(0, line.indexOf("--")) : line; // names of repositories follow it
  const named = argv.flatMap((each, at) => {
    if (argv[at - 1] === "--format") return [each];
    return each.startsWith("--format=") ? [each.slice("--format=".length)] : [];
  });
  return argv.includes("--json") ? "json" : (named.findLast(isFormat) ?? "text");
}

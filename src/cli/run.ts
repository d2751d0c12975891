import { type Command, CommanderError } from "commander";
import { type Diagnostic, error } from "../diagnostics/diagnostic";
import { messageOf, ScanformError } from "../diagnostics/error";
import { type Format, formats, isFormat } from "./renderers";
import { program } from "./program";
import { type ExitCode, exitCode, isStale } from "./exit-codes";
import { type Io, type Terminal, withoutKey } from "./io";

/** Runs one command line. Whatever happens, the user gets a message and an exit code, never a stack trace. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const io = withoutKey(terminal);
  let code: ExitCode = exitCode.done;
  let command: readonly string[] = ["scanform"];
  let printed: readonly string[] = formats;
  try {
    const finish = (result: ExitCode): void => {
      code = result;
    };
    const root = program({ io, open: terminal, finish }, argv);
    const named = commandsIn(root, argv);
    command = named.map((each) => each.name());
    // those of `import` are languages
    printed = named.at(-1)?.options.find(({ long }) => long === "--format")?.argChoices ?? [];
    await root.parseAsync(argv, { from: "user" });
    return code;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCode.done; // --help, --version
    return report(formatIn(argv, printed), io, diagnosticsOf(thrown, command));
  }
}

/** Prints errors in the requested format, and returns their exit code. */
async function report(format: Format, io: Io, diagnostics: readonly Diagnostic[]): Promise<ExitCode> {
  const { printErrors } = await import("./print.js");
  printErrors(io, diagnostics, format);
  if (io.signal.aborted) return exitCode.interrupted;
  return isStale({ diagnostics }) ? exitCode.stale : exitCode.error;
}

/** @param command the words that lead to the command, whose help is named */
function diagnosticsOf(thrown: unknown, command: readonly string[]) {
  if (thrown instanceof ScanformError) return thrown.diagnostics;
  if (thrown instanceof CommanderError) {
    const said = thrown.message.replace(/^error: /, "");
    const detail = said === "(outputHelp)" ? "No command was given." : said.replace(/[^.?)]$/, "$&.");
    return [error("usage", `${detail} See \`${[...command, "--help"].join(" ")}\`.`)];
  }
  return [error("internal", `${messageOf(thrown)}. This is a defect; please report it with what you did.`)];
}

/** The commands that a command line names, each in the one before. */
function commandsIn(root: Command, [word, ...rest]: readonly string[]): readonly Command[] {
  const next = root.commands.find((each) => each.name() === word);
  return next === undefined ? [root] : [root, ...commandsIn(next, rest)];
}

/**
 * The format that a command line requests, even if the rest of it is invalid; the last one counts.
 *
 * @param known the choices of the command
 */
function formatIn(line: readonly string[], known: readonly string[]): Format {
  const argv = line.includes("--") ? line.slice(0, line.indexOf("--")) : line; // names of repositories follow it
  const named = argv.flatMap((each, at) => {
    if (argv[at - 1] === "--format") return [each];
    return each.startsWith("--format=") ? [each.slice("--format=".length)] : [];
  });
  const isKnown = (each: string): each is Format => known.includes(each) && isFormat(each);
  return argv.includes("--json") ? "json" : (named.findLast(isKnown) ?? "text");
}

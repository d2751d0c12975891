import type { Command } from "commander";
import type { ExitCode } from "../exit-codes";
import type { Io, Terminal } from "../io";

/** What the definition of a command gets. */
export interface Running {
  readonly io: Io;
  /** Prints keys too: those of the emulator are there to be copied. */
  readonly open: Terminal;
  /** Is told the exit code. */
  readonly finish: (code: ExitCode) => void;
}

/** Adds one command, with its options and examples, to the program. */
export type CommandLine = (root: Command, running: Running) => void;

import { resolve } from "node:path";
import type { Format } from "../../report/renderers";
import { type ExitCode, exitCode } from "../exit-codes";
import type { Io } from "../io";
import { readPlanFile } from "../plan-file";
import { printPlans } from "../print";

export interface ShowOptions {
  readonly format: Format;
  readonly full?: boolean;
}

/** Prints a saved plan as it was shown when it was made. Reads nothing but the file, and needs no key. */
export function showCommand(io: Io, file: string, { format, full }: ShowOptions): ExitCode {
  const saved = readPlanFile(resolve(io.cwd, file));
  printPlans(
    io,
    saved.map(({ report }) => report),
    format,
    full,
  );
  return exitCode.done;
}

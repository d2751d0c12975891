import { Command } from "commander";
import { applyLine } from "./apply";
import type { CommandLine, Running } from "./command-line";
import { driftLine } from "./drift";
import { emulatorLine } from "./emulator";
import { explainLine } from "./explain";
import { completionLine } from "./completion";
import { withExamples } from "./examples";
import { importLine } from "./import";
import { initLine } from "./init";
import { listLine } from "./list";
import { planLine } from "./plan";
import { probeLine } from "./probe";
import { rollbackLine } from "./rollback";
import { showLine } from "./show";
import { synthLine } from "./synth";
import { terraformLine } from "./terraform";
import { typesLine } from "./types";
import { ownVersion } from "../version";

/** In the order of the help. */
const lines: readonly CommandLine[] = [
  initLine,
  synthLine,
  planLine,
  applyLine,
  showLine,
  explainLine,
  driftLine,
  listLine,
  typesLine,
  importLine,
  rollbackLine,
  probeLine,
  emulatorLine,
  terraformLine,
  completionLine,
];

/** The whole command line of scanform. */
export function program(running: Running): Command {
  const root = new Command("scanform")
    .description("Security scan settings as code: plan what would change, review it, apply it.")
    .version(ownVersion())
    .configureOutput({ writeOut: running.io.out, writeErr: () => undefined }) // `run` prints errors
    .exitOverride()
    .showHelpAfterError(false);
  for (const line of lines) line(root, running);
  withExamples(
    root,
    ["what would change", "scanform plan"],
    ["apply it, after a question", "scanform apply"],
    ["what there is to name in a declaration", "scanform list analyzers"],
  );
  return root;
}

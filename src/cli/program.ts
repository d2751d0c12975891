import { createRequire } from "node:module";
import { Command } from "commander";
import type * as Apply from "./commands/apply";
import type * as Completion from "./commands/completion";
import type * as Drift from "./commands/drift";
import type * as Emulator from "./commands/emulator";
import type * as Explain from "./commands/explain";
import type * as Import from "./commands/import";
import type * as Init from "./commands/init";
import type * as List from "./commands/list";
import type * as Plan from "./commands/plan";
import type * as Probe from "./commands/probe";
import type * as Rollback from "./commands/rollback";
import type * as Show from "./commands/show";
import type * as Synth from "./commands/synth";
import type * as TerraformInstall from "./commands/terraform-install";
import type * as Types from "./commands/types";
import { type Running, withExamples } from "./options";
import { ownVersion } from "./version";

const load = createRequire(__filename);

/**
 * In the order of the help. A command is loaded when it is named, so that a plan need not wait 70 ms for `apply` (zod)
 * and 140 ms for the emulator. `import()` would do the same, but takes 10 ms itself.
 */
const commands = {
  init: () => load("./commands/init") as typeof Init,
  synth: () => load("./commands/synth") as typeof Synth,
  plan: () => load("./commands/plan") as typeof Plan,
  apply: () => load("./commands/apply") as typeof Apply,
  show: () => load("./commands/show") as typeof Show,
  explain: () => load("./commands/explain") as typeof Explain,
  drift: () => load("./commands/drift") as typeof Drift,
  list: () => load("./commands/list") as typeof List,
  types: () => load("./commands/types") as typeof Types,
  import: () => load("./commands/import") as typeof Import,
  rollback: () => load("./commands/rollback") as typeof Rollback,
  probe: () => load("./commands/probe") as typeof Probe,
  emulator: () => load("./commands/emulator") as typeof Emulator,
  terraform: () => load("./commands/terraform-install") as typeof TerraformInstall,
  completion: () => load("./commands/completion") as typeof Completion,
};

type Name = keyof typeof commands;
const names = Object.keys(commands) as readonly Name[];

/** The command line of scanform. @param first the first word that is typed, where the rest of the commands can wait */
export function program(running: Running, first?: string): Command {
  const root = new Command("scanform")
    .description("Security scan settings as code: plan what would change, review it, apply it.")
    .version(ownVersion())
    .configureOutput({ writeOut: running.io.out, writeErr: () => undefined }) // `run` prints errors
    .exitOverride()
    .showHelpAfterError(false);
  for (const name of needed(first)) commands[name]().define(root, running);
  withExamples(
    root,
    ["what would change", "scanform plan"],
    ["apply it, after a question", "scanform apply"],
    ["what there is to name in a declaration", "scanform list analyzers"],
  );
  return root;
}

/** The one that is named; all for the help, for the name nearest to an unknown one, and for the completion of all. */
function needed(first: string | undefined): readonly Name[] {
  if (first === "--version" || first === "-V") return [];
  const named = names.filter((name) => name === first && name !== "completion");
  return named.length > 0 ? named : names;
}

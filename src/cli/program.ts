import { createRequire } from "node:module";
import { Command } from "commander";
import type * as Apply from "./commands/apply";
import type * as Approve from "./commands/approve";
import type * as Drift from "./commands/drift";
import type * as Emulator from "./commands/emulator";
import type * as Explain from "./commands/explain";
import type * as Import from "./commands/import";
import type * as Init from "./commands/init";
import type * as List from "./commands/list";
import type * as Policy from "./commands/policy";
import type * as Plan from "./commands/plan";
import type * as Rollback from "./commands/rollback";
import type * as Show from "./commands/show";
import type * as Synth from "./commands/synth";
import type * as TerraformInstall from "./commands/terraform-install";
import type * as Types from "./commands/types";
import { fail } from "../diagnostics/error";
import { type CommandDefinition, type Running, withExamples } from "./options";
import { ownVersion } from "./version";

const load = createRequire(__filename);

interface Entry {
  readonly description: string;
  readonly load: () => { readonly define: CommandDefinition };
}

/**
 * In the order of the help. The file of a command is loaded when it runs, so that a plan need not wait 70 ms for `apply`
 * (zod) and 140 ms for the emulator. `import()` would do the same, but takes 10 ms itself.
 */
const commands: Readonly<Record<string, Entry>> = {
  init: {
    description:
      "write a project into this folder: an app, a test with --test, workflows with --ci; overwrites and installs nothing",
    load: () => load("./commands/init") as typeof Init,
  },
  synth: {
    description: "run the app of cdktf.json; needs no key",
    load: () => load("./commands/synth") as typeof Synth,
  },
  plan: {
    description: "show what would change; writes nothing to the service",
    load: () => load("./commands/plan") as typeof Plan,
  },
  apply: {
    description: "apply what is declared, or a saved plan, and check that it holds",
    load: () => load("./commands/apply") as typeof Apply,
  },
  policy: {
    description: "run policies on a saved plan, on accounts as they are, or as tests; introduce them",
    load: () => load("./commands/policy") as typeof Policy,
  },
  approve: {
    description: "check that those whom policies ask have approved exactly this plan; needs no key",
    load: () => load("./commands/approve") as typeof Approve,
  },
  show: {
    description: "print saved plans, and what is new since an earlier one; needs no key",
    load: () => load("./commands/show") as typeof Show,
  },
  explain: {
    description: "show which rule decides about a repository, where it is written, and what it means",
    load: () => load("./commands/explain") as typeof Explain,
  },
  drift: {
    description: "show what has changed in the service since the last apply, and what is not applied yet",
    load: () => load("./commands/drift") as typeof Drift,
  },
  list: {
    description: "list what the accounts have, by name; writes nothing",
    load: () => load("./commands/list") as typeof List,
  },
  types: {
    description: "write the names of the account's analyzers, policies and repositories as TypeScript constants",
    load: () => load("./commands/types") as typeof Types,
  },
  import: {
    description: "write code for what is live and not declared yet; planning it shows no changes",
    load: () => load("./commands/import") as typeof Import,
  },
  rollback: {
    description: "plan how to undo an apply, show what cannot be undone, and apply the plan",
    load: () => load("./commands/rollback") as typeof Rollback,
  },
  emulator: {
    description: "run the service on this machine until Ctrl-C",
    load: () => load("./commands/emulator") as typeof Emulator,
  },
  terraform: {
    description: "the provider for Terraform",
    load: () => load("./commands/terraform-install") as typeof TerraformInstall,
  },
};

/** The command line of scanform. @param argv what is typed, which says what has to be loaded */
export function program(running: Running, argv: readonly string[]): Command {
  const root = new Command("scanform")
    .description("Security scan settings as code: plan what would change, review it, apply it.")
    .version(ownVersion())
    .configureHelp({ subcommandTerm: (command) => command.name() }) // the rest is not known before it is loaded
    .configureOutput({ writeOut: running.io.out, writeErr: () => undefined }) // `run` prints errors
    .exitOverride()
    .hook("preAction", (_root, { args }) => {
      if (args.includes("")) fail("usage", "An argument is empty, as that of a shell variable that is not set.");
    })
    .showHelpAfterError(false);
  const isNeeded = neededBy(argv);
  for (const [name, { description, load: file }] of Object.entries(commands)) {
    const command = root.command(name).description(description);
    if (isNeeded(name)) file().define(command, running);
  }
  withExamples(
    root,
    ["what would change", "scanform plan"],
    ["apply it, after a question", "scanform apply"],
    ["what there is to name in a declaration", "scanform list analyzers"],
  );
  return root;
}

/** The command that is named, also after `help`; none for the help of the program, and all where none is known. */
function neededBy([first = "--help", second = first]: readonly string[]): (name: string) => boolean {
  if (["--help", "-h", "--version", "-V"].includes(first)) return () => false;
  const named = first === "help" ? second : first;
  return Object.hasOwn(commands, named) ? (name) => name === named : () => true;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { error } from "../diagnostics/diagnostic";
import { messageOf, ScanformError } from "../diagnostics/error";
import type { ApplyOptions } from "./commands/apply";
import type { EmulatorOptions } from "./commands/emulator";
import type { ImportCommandOptions } from "./commands/import";
import type { PlanOptions } from "./commands/plan";
import type { ProbeOptions } from "./commands/probe";
import type { RollbackOptions } from "./commands/rollback";
import type { ShowOptions } from "./commands/show";
import type { SynthOptions } from "./commands/synth";
import type { TerraformInstallOptions } from "./commands/terraform-install";
import { type Format, formats, isFormat } from "../report/renderers";
import { type ExitCode, exitCode } from "./exit-codes";
import { type GateCondition, gateConditions } from "./gate-conditions";
import { importing } from "./import-options";
import { type Io, type Terminal, withoutKey } from "./io";
import { commands } from "./commands/commands";

/** Runs one command line. Whatever happens, the user gets a message and an exit code, never a stack trace. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const io = withoutKey(terminal);
  let code: ExitCode = exitCode.done;
  try {
    await program(io, terminal, (result) => {
      code = result;
    }).parseAsync(argv, { from: "user" });
    return code;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCode.done; // --help, --version
    return report(argv, io, thrown);
  }
}

type Flags<T extends { format: Format }> = Omit<T, "format"> & {
  readonly json?: boolean;
  readonly format?: T["format"];
};

/** @param open prints keys too: those of the emulator are there to be copied */
function program(io: Io, open: Terminal, finish: (code: ExitCode) => void): Command {
  const root = new Command("scanform")
    .description("Security scan settings as code: plan what would change, review it, apply it.")
    .version(version())
    .configureOutput({ writeOut: io.out, writeErr: () => undefined }) // `report` prints errors
    .exitOverride()
    .showHelpAfterError(false);

  synthesizing(root.command("synth"))
    .description("run the app of cdktf.json; needs no key")
    .option("--out <dir>", "the folder to write to; that of cdktf.json if left out")
    .action(async (flags: SynthOptions) => {
      const { synthCommand } = commands.synth();
      finish(await synthCommand(io, flags));
    });

  declaring(root.command("plan"))
    .description("show what would change; writes nothing to the service")
    .option("--out <file>", "save the plan, to apply exactly this")
    .addOption(new Option("--format <format>", "form of the plan").choices(formats))
    .option("--json", "the same as --format json")
    .option("--full", "show every repository and every value, however many and however long")
    .option("--detailed-exitcode", "exit with 2 when there are changes")
    .action(async (flags: Flags<PlanOptions>) => {
      const { planCommand } = commands.plan();
      finish(await planCommand(io, { ...flags, format: formatOf(flags) }));
    });

  declaring(root.command("apply"))
    .description("apply what is declared, or a saved plan, and check that it holds")
    .argument("[file]", "a plan that was saved with plan --out")
    .option(
      "--reviewed <plan>",
      "plan what is declared now, and apply it only if it is this saved plan, or has this digest; repeatable",
      collected,
    )
    .option("--auto-approve", "do not ask; what is saved or reviewed is not asked for")
    .option("--journal <dir>", "folder for the journal, .scanform if left out")
    .option("--json", "print one JSON document")
    .action(async (file: string | undefined, flags: Flags<ApplyOptions>) => {
      const { applyCommand } = commands.apply();
      finish(await applyCommand(io, file, { ...flags, format: flags.json === true ? "json" : "text" }));
    });

  root
    .command("show")
    .description("print a saved plan; needs no key")
    .argument("<file>", "a plan that was saved with plan --out")
    .addOption(new Option("--format <format>", "form of the plan").choices(formats))
    .option("--json", "the same as --format json")
    .option("--full", "show every repository, leaf and value whole")
    .action((file: string, flags: Flags<ShowOptions>) => {
      const { showCommand } = commands.show();
      finish(showCommand(io, file, { ...flags, format: formatOf(flags) }));
    });

  connected(root.command("rollback"))
    .description("plan the way back from an apply, say what has none, and apply it")
    .argument("<journal>", "the file that the apply has left")
    .option("--force", "delete what was created even if it has repositories by now")
    .option("--auto-approve", "do not ask")
    .option("--journal <dir>", "folder for the journal, .scanform if left out")
    .option("--json", "print one JSON document")
    .action(async (file: string, flags: Flags<RollbackOptions>) => {
      const { rollbackCommand } = commands.rollback();
      finish(await rollbackCommand(io, file, { ...flags, format: flags.json === true ? "json" : "text" }));
    });

  connected(root.command("probe"))
    .description("find out, on a scratch configuration, how the service treats what its specification leaves open")
    .option("--out <file>", "save it, for plan --semantics")
    .option("--alias <name>", "ask with the key of this provider block: SCANFORM_API_KEY_<ALIAS>")
    .action(async (flags: ProbeOptions) => {
      const { probeCommand } = commands.probe();
      finish(await probeCommand(io, flags));
    });

  importing(connected(root.command("import"))).action(async (flags: ImportCommandOptions) => {
    const { importCommand } = commands.import();
    finish(await importCommand(io, flags));
  });

  root
    .command("emulator")
    .description("run the service on this machine until Ctrl-C")
    .option("--port <number>", "port to listen at; a free one if left out", wholeNumber(0, 65_535))
    .option("--host <address>", "address to listen at; 127.0.0.1 if left out")
    .option("--seed <seed>", "JSON file of the accounts to begin with, or scale:CONFIGURATIONS:REPOSITORIES")
    .option("--data <file>", "file that keeps the state; when it exists, it goes before the seed")
    .option(
      "--key <key>",
      "key to use instead of a random one, in the order in which keys are printed; repeatable",
      collected,
    )
    .option("--allow-webhooks <host>", "host besides this machine that gets webhooks; repeatable", collected)
    .option("--profile <profile>", "how it behaves: JSON file, or name=value,name=value; repeatable", collected)
    .option("--faults <faults>", "what goes wrong: JSON file, or a JSON list")
    .option("--switches", "print all that --profile can say, and end")
    .action(async (flags: EmulatorOptions) => {
      const { emulatorCommand } = commands.emulator();
      finish(await emulatorCommand(open, flags));
    });

  root
    .command("terraform")
    .description("the provider for Terraform")
    .command("install")
    .description("put the provider where `terraform init` finds it")
    .option("--dir <folder>", "the mirror to put it into, ~/.terraform.d/plugins if left out")
    .option("--json", "print one JSON document")
    .action(async ({ dir, json }: Pick<TerraformInstallOptions, "dir"> & { readonly json?: boolean }) => {
      const { terraformInstallCommand } = commands.terraformInstall();
      finish(
        await terraformInstallCommand(io, {
          ...(dir === undefined ? {} : { dir }),
          format: json === true ? "json" : "text",
        }),
      );
    });
  return root;
}

/** The version of the package, whose package.json lies two folders above, both in the sources and in the build. */
function version(): string {
  const { version: own } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as {
    version: string;
  };
  return own;
}

/** The options of every command that plans a declaration. */
const declaring = (command: Command): Command =>
  synthesizing(connected(command))
    .option("--synthesized <dir>", "read this output of cdktf instead of running the app of cdktf.json")
    .option("--prune", "delete what managed_scope owns and nobody declares")
    .option("--force", "let a plan through that a safety limit would refuse")
    .option(
      "--semantics <file>",
      "what scanform probe has found out, for fewer requests; repeatable, for each account",
      collected,
    )
    .addOption(
      new Option(
        "--fail-on <conditions>",
        "exit with 3 where the plan does this, comma-separated or repeated: weakens, unclassified, deletes",
      ).argParser(conditions),
    );

function conditions(text: string, before: readonly GateCondition[] = []): readonly GateCondition[] {
  const given = text.split(",").map((each) => {
    const known = gateConditions.find((condition) => condition === each.trim());
    if (known !== undefined) return known;
    throw new InvalidArgumentError(`${JSON.stringify(each)} is none of ${gateConditions.join(", ")}.`);
  });
  return [...new Set([...before, ...given])];
}

/** The option of every command that runs the app. */
const synthesizing = (command: Command): Command =>
  command.option("--app-timeout <seconds>", "stop an app that takes longer; 600 if left out", wholeNumber(1, 86_400));

/** The options of every command that connects to the service. */
const connected = (command: Command): Command =>
  command
    .option("--timeout <seconds>", "how long to wait for the service", wholeNumber(1, 3600))
    .option("--base-url <url>", "the service that the key belongs to; goes before SCANFORM_BASE_URL")
    .option("--insecure", "allow http to a host that is not this machine, and certificates that are not checked");

function formatOf({ json, format }: { readonly json?: boolean; readonly format?: Format }): Format {
  if (json !== true) return format ?? "text";
  if (format !== undefined && format !== "json")
    throw new InvalidArgumentError(`--json and --format ${format} exclude each other.`);
  return "json";
}

const collected = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${String(least)} to ${String(most)}.`);
  };

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
function formatIn(argv: readonly string[]): Format {
  const named = argv.flatMap((each, at) => {
    if (argv[at - 1] === "--format") return [each];
    return each.startsWith("--format=") ? [each.slice("--format=".length)] : [];
  });
  return argv.includes("--json") ? "json" : (named.findLast(isFormat) ?? "text");
}

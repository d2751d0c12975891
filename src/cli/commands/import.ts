import { join, relative } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { fail } from "../../diagnostics/error";
import { quoted, visible } from "../../diagnostics/foreign-text";
import { frameworks, importFormats } from "../../generate/choices";
import { noneOf } from "../../diagnostics/count";
import type { Imported } from "../../generate/import/import-account";
import { importCode, type ImportCodeOptions, type ImportedCode } from "../../generate/import/import-code";
import { triagesConstruct } from "../../generate/import/triages";
import { constructOf } from "../../generate/import/typescript/module-parts";
import { policyFile } from "../../generate/project/policy-file";
import { type DeclaredConstruct, usageOf } from "../../generate/project/project-files";
import type { Configuration, Observed } from "../../model/observed";
import { like, LikePatternError } from "../../model/sql-like";
import { refuseIncomplete } from "../../reconcile/refresh/complete-lists";
import { type ExitCode, exitCode } from "../exit-codes";
import { accountInCode } from "../imports/account-in-code";
import { accountFor, deliver } from "../imports/deliver";
import {
  type AppOptions,
  chooserOf,
  declaredLive,
  type DeclaredLive,
  everything,
  type LiveAccount,
  policyTexts,
  readApp,
  sayImported,
  sayPolicy,
  sayUnexpressed,
  withAccount,
} from "../imports/import-live";
import { importTriages } from "../imports/import-triages";
import { type Place, placeOf, type PlaceOptions, typesBeside } from "../imports/place";
import type { Io } from "../io";
import { type CommandDefinition, connected, synthesizing, withExamples } from "../options";
import { moduleExtension, projectFolder } from "../project";
import type { ConnectionOptions } from "../session";

export const define: CommandDefinition = (command, { io, finish }) => {
  synthesizing(connected(command))
    .option("--out <dir>", "folder to write to (default: print the code)")
    .option("--flat", "write every configuration out, without bases and constants")
    .option("--split", "write a file for each team, by the first words of the configurations' names")
    .option("--no-catch-all", "write no rule for all repositories that no other rule matches")
    .option(
      "--only <pattern>",
      "only configurations whose name matches this SQL LIKE pattern; names=PATTERN, too",
      pattern,
    )
    .option("--triages", "only the triages of findings, each with a justification to fill in")
    .addOption(new Option("--format <format>", "form of the code").choices(importFormats).default("typescript"))
    .addOption(
      new Option("--framework <name>", "framework of the app (default: that of the app there, else cdktn)").choices(
        frameworks,
      ),
    )
    .option("--synthesized <dir>", "read what is declared from this output of cdktf instead of running the app")
    .action(async (flags: ImportCommandOptions) => {
      finish(await importCommand(io, flags));
    });
  withExamples(
    command,
    ["a project for everything that is live", "scanform import --out settings"],
    ["a part of it, on the terminal", "scanform import --only 'platform-%'"],
    ["what is new since then, beside the app", "scanform import --out ."],
    ["for terraform", "scanform import --format hcl --out terraform"],
    ["what was dismissed in the dashboard", "scanform import --triages --out ."],
  );
};

/** `names=PATTERN` says of what it is a pattern. */
function pattern(text: string): string {
  const ofNames = text.replace(/^names=/, "");
  try {
    like(ofNames);
    return ofNames;
  } catch (thrown) {
    if (thrown instanceof LikePatternError) throw new InvalidArgumentError(`${thrown.message}.`);
    throw thrown;
  }
}

/** Without `out`, the code is printed. */
interface ImportCommandOptions extends ConnectionOptions, AppOptions, PlaceOptions {
  readonly flat?: boolean;
  readonly split?: boolean;
  readonly only?: string;
  /** False: no rule for all repositories that are not named. */
  readonly catchAll?: boolean;
  /** Triages, in place of configurations and rules. */
  readonly triages?: boolean;
}

/** Writes code for what is live and not declared yet. Sends only GET requests, and overwrites no file. */
async function importCommand(io: Io, options: ImportCommandOptions): Promise<ExitCode> {
  if (options.split === true && options.out === undefined)
    fail("usage", "--split writes several files. Name a folder with --out.");
  if (options.split === true && options.format === "hcl")
    fail("usage", "--split is for TypeScript: HCL is one file. Leave it out.");
  if (options.triages === true) refuseOthers(options);
  const place = placeOf(io.cwd, options, options.triages === true ? triagesConstruct : constructOf);
  if (options.synthesized === undefined) sayUnread(io, place, options);
  const declared =
    place.app === undefined && options.synthesized === undefined
      ? undefined
      : await readApp(io, place.app ?? io.cwd, options);
  const work = async (live: LiveAccount): Promise<ExitCode> => {
    if (options.triages === true) return importTriages(io, live, place, options, declared);
    const before = declared === undefined ? undefined : await declaredLive(declared, live, io.signal);
    const observed = before?.observed ?? (await everything(live, io.signal));
    await refuseIncomplete(live.reader, live.account.id, observed, io);
    const { flat = false, split = false, catchAll = true, only, format } = options;
    if (only !== undefined) checkPattern(observed, only);
    const { framework, construct, number } = place;
    const code = importCode(observed, format, {
      ...{ flat, split, catchAll, framework, number },
      ...(only === undefined ? {} : { only }),
      ...(format === "typescript" ? modulesBeside(place.folder, live.account.id) : {}),
      ...(before === undefined ? {} : { declared: before.configurations }),
      ...(before?.routing === undefined ? {} : { before: true, rulesApart: true }),
    });
    if (before !== undefined) sayUnrouted(io, before);
    if (before !== undefined && code.imported.configurations.length === 0) {
      sayNothingNew(io, code, before, only);
      return exitCode.done;
    }
    const account = accountInCode(accountFor(live), place, options, declared);
    const policy = options.out !== undefined && place.isNew && only === undefined ? policyFile(observed) : undefined;
    const planned = await deliver(io, live, code, place, options, {
      before: account.block,
      files: policy === undefined ? {} : policyTexts(policy),
    });
    if (options.out !== undefined && format === "typescript" && (place.app !== undefined || !place.isNew))
      io.err(`${useOf(construct, code.imported, before)}\n`);
    sayImported(io, code, planned);
    if (policy !== undefined) sayPolicy(io, policy);
    if (account.say !== undefined) io.err(`${account.say}\n`);
    if (options.out !== undefined && format === "hcl") io.err(terraformSteps(code.imported));
    return exitCode.done;
  };
  // a file may say the account's name
  return withAccount(io, options, work, chooserOf(io, options.out !== undefined));
}

/** @throws ScanformError `usage` for an option that is about configurations or rules */
function refuseOthers({ flat, split, only, catchAll }: ImportCommandOptions): void {
  const others = {
    "--flat": flat,
    "--split": split,
    "--only": only,
    "--no-catch-all": catchAll === false || undefined,
  };
  const [found] = Object.entries(others).flatMap(([option, given]) => (given === undefined ? [] : [option]));
  if (found !== undefined)
    fail("usage", `${found} is about configurations, and --triages imports triages alone. Leave one of them out.`);
}

/** What the app of a folder above declares is imported once more. */
function sayUnread({ err }: Io, { app, folder }: Place, { format }: ImportCommandOptions): void {
  const above = app === undefined && format === "typescript" ? projectFolder(folder) : undefined;
  if (above !== undefined)
    err(
      `The app of ${visible(join(relative(folder, above), "cdktf.json"))} is not read, so what it declares is imported too. Run this in its folder to leave that out.\n`,
    );
}

/** What the code is to fit to in its folder. */
function modulesBeside(folder: string, account: string): Pick<ImportCodeOptions, "extension" | "types"> {
  const types = typesBeside(folder, account);
  return { extension: moduleExtension(folder), ...(types === undefined ? {} : { types }) };
}

/** Says why there is nothing to write. */
function sayNothingNew(io: Io, code: ImportedCode, before: DeclaredLive, only: string | undefined): void {
  sayUnexpressed(io, code);
  const which = code.unexpressed.length === 0 ? allDeclared(before, only) : "All others are declared already.";
  io.err(`${which} Nothing was written.\n`);
}

function allDeclared({ configurations, observed }: DeclaredLive, only: string | undefined): string {
  const many = only === undefined ? configurations.size : matching(observed.configurations, only).length;
  const which = only === undefined ? "" : ` like ${quoted(only)}`;
  return many === 1
    ? `The one live configuration${which} is declared already.`
    : `All ${String(many)} live configurations${which} are declared already.`;
}

const matching = (configurations: readonly Configuration[], only: string): readonly Configuration[] => {
  const matches = like(only);
  return configurations.filter(({ name }) => name !== undefined && matches(name));
};

/** @throws ScanformError `import-nothing` where the pattern is meant for nothing that is there */
function checkPattern({ configurations }: Observed, only: string): void {
  if (matching(configurations, only).length > 0) return;
  fail(
    "import-nothing",
    `No configuration matches --only ${quoted(only)}: ${noneOf(configurations.length)}. % is any text, ` +
      "_ any character; upper and lower case differ. Nothing was written. See the names with: scanform list configurations",
  );
}

/** The lines that use the construct. Where the app routes repositories already, its rules go first there. */
function useOf(construct: DeclaredConstruct, { rules }: Imported, before: DeclaredLive | undefined): string {
  const usage = usageOf(construct, "this");
  if (before?.routing === undefined || rules.length === 0) return `Use it in a stack: ${usage}`;
  const variable = construct.id.replaceAll("-", "");
  return (
    `Use it in a stack: const ${variable} = ${usage}\n` +
    `The app routes repositories at ${visible(before.routing)}: call ${variable}.addRulesTo(routing) there before any other rule is added.\n` +
    "Rules that are passed to RepositoryAssignments come before it: add them with addRule instead."
  );
}

function sayUnrouted(io: Io, { unrouted }: DeclaredLive): void {
  const [first] = unrouted;
  if (first === undefined) return;
  const name = visible(JSON.stringify(first.name ?? first.id));
  io.err(
    `No rule of the app decides about ${String(unrouted.length)} of the repositories whose configuration it declares, such as ${name}: they stay as they are.\n`,
  );
}

/** What to do with imported HCL, and what the first plan of terraform says then. */
function terraformSteps({ configurations, rules }: Imported): string {
  const lines = [
    "Next, in its folder:",
    "  npx scanform terraform install   # prints the block required_providers, which goes beside the code",
    "  terraform init",
    `  terraform plan                   # ${String(configurations.length)} to import`,
    ...(rules.length === 0
      ? []
      : ["The plan also adds the resource of the rules, which has no id to import. It moves no repository."]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

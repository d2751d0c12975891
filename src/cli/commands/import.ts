import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fail } from "../../diagnostics/error";
import { quoted, visible } from "../../diagnostics/foreign-text";
import { declarationOf } from "../../generate/import/declaration";
import type { ImportFormat } from "../../generate/import/formats";
import { importCode, type ImportedCode } from "../../generate/import/import-code";
import { constructOf } from "../../generate/import/typescript/code-options";
import { type DeclaredConstruct, usageOf } from "../../generate/project/declared-construct";
import type { Framework } from "../../generate/project/frameworks";
import { projectFiles } from "../../generate/project/project-files";
import { desiredOf } from "../../library/input";
import type { Configuration, Observed } from "../../model/entities";
import { like } from "../../model/sql-like";
import { type ExitCode, exitCode } from "../exit-codes";
import { checkNoChanges, everything, type LiveAccount, sayImported, withAccount } from "../import-live";
import { appFolder, frameworkOf, moduleExtension } from "../imports/app-beside";
import { type AppOptions, declaredLive, type DeclaredLive, readApp } from "../imports/declared-already";
import { saveFiles } from "../imports/save-files";
import { synthesizeImported } from "../imports/synthesize-imported";
import { terraformSteps } from "../imports/terraform-steps";
import { typesBeside } from "../imports/types-beside";
import type { Io } from "../io";
import type { ConnectionOptions } from "../session";

export interface ImportCommandOptions extends ConnectionOptions, AppOptions {
  /** The folder to write to; absent: print the code. */
  readonly out?: string;
  readonly flat?: boolean;
  readonly split?: boolean;
  readonly only?: string;
  /** False: no rule for all repositories that are not named. */
  readonly catchAll?: boolean;
  readonly format: ImportFormat;
  readonly framework?: Framework;
}

/** Writes code for what is live and not declared yet. Sends only GET requests, and overwrites no file. */
export async function importCommand(io: Io, options: ImportCommandOptions): Promise<ExitCode> {
  if (options.split === true && options.out === undefined)
    fail("usage", "--split writes several files. Name a folder with --out.");
  const place = placeOf(io, options);
  const declared =
    place.app === undefined && options.synthesized === undefined
      ? undefined
      : await readApp(io, place.app ?? io.cwd, options);
  return withAccount(io, options, async (live) => {
    const before = declared === undefined ? undefined : await declaredLive(declared, live, io.signal);
    const observed = before?.observed ?? (await everything(live, io.signal));
    checkMatched(observed, options.only);
    const { flat = false, split = false, catchAll = true, only, format } = options;
    const { framework, construct, number } = place;
    const types = format === "typescript" ? typesBeside(place.folder, live.account.id) : undefined;
    const code = importCode(observed, format, {
      ...{ flat, split, catchAll, framework, number, extension: moduleExtension(place.folder) },
      ...(only === undefined ? {} : { only }),
      ...(types === undefined ? {} : { types }),
      ...(before === undefined ? {} : { declared: before.configurations }),
      ...(before?.routing === undefined ? {} : { before: true, rulesApart: true }),
    });
    if (before !== undefined) sayUnrouted(io, before);
    if (before !== undefined && code.imported.configurations.length === 0) {
      io.err(`${allDeclared(before, options.only)} Nothing was written.\n`);
      return exitCode.done;
    }
    const planned = await delivered(io, live, code, place, options);
    if (options.out !== undefined && format === "typescript" && (place.app !== undefined || !place.isNew))
      io.err(`${useOf(construct, before)}\n`);
    sayImported(io, code, planned);
    if (options.out !== undefined && format === "hcl") io.err(terraformSteps(code.imported));
    return exitCode.done;
  });
}

/** An import of nothing would look like an account without configurations. */
function checkMatched({ configurations }: Observed, only: string | undefined): void {
  if (only === undefined || matching(configurations, only).length > 0) return;
  fail(
    "import-nothing",
    `No configuration matches --only ${quoted(only)}: none of ${String(configurations.length)} does. % is any text, _ any character. Nothing was written.`,
  );
}

const matching = (configurations: readonly Configuration[], only: string): readonly Configuration[] => {
  const matches = like(only);
  return configurations.filter(({ name }) => name !== undefined && matches(name));
};

function allDeclared({ configurations, observed }: DeclaredLive, only: string | undefined): string {
  const [many, which] =
    only === undefined
      ? [configurations.size, ""]
      : [matching(observed.configurations, only).length, ` that match ${quoted(only)}`];
  return many === 1
    ? `The one live configuration${which} is declared already.`
    : `All ${String(many)} live configurations${which} are declared already.`;
}

/** Where the code goes, and what is there. */
interface Place {
  readonly folder: string;
  /** The folder of the app that it is for. */
  readonly app?: string;
  /** There is no project yet. */
  readonly isNew: boolean;
  readonly framework: Framework;
  readonly construct: DeclaredConstruct;
  readonly number: number;
}

function placeOf(io: Io, { out, format, framework }: ImportCommandOptions): Place {
  const folder = resolve(io.cwd, out ?? ".");
  const app = format === "typescript" ? appFolder(folder, io.cwd) : undefined;
  let number = 1;
  const isTaken = () => [".ts", ""].some((end) => existsSync(join(folder, constructOf({ number }).id + end)));
  while (app !== undefined && isTaken()) number += 1;
  return {
    folder,
    number,
    framework: framework ?? (app === undefined ? undefined : frameworkOf(app)) ?? "cdktn",
    construct: constructOf({ number }),
    isNew: format === "typescript" && app === undefined && !projectNames.some((name) => existsSync(join(folder, name))),
    ...(app === undefined ? {} : { app }),
  };
}

const projectNames = Object.keys(projectFiles("cdktn", constructOf()));

/** Prints or saves the code, and plans it once. Returns what was planned. */
async function delivered(
  io: Io,
  live: LiveAccount,
  code: ImportedCode,
  place: Place,
  { out, format }: ImportCommandOptions,
): Promise<string> {
  const declaration = () => desiredOf(declarationOf(code.imported));
  if (out === undefined) {
    await checkNoChanges(live, declaration(), io.signal);
    io.out(code.text);
    return "these settings and rules";
  }
  const { folder, construct, framework } = place;
  const around = place.isNew ? projectFiles(framework, construct) : {};
  const more = code.more.map(({ path, text }) => [path, text] as const);
  if ([code.text, ...more.map(([, text]) => text)].some((text) => io.secrets.isIn(text)))
    fail(
      "secret-declared",
      "A name or a setting in the account contains an API key. Nothing was written. Change it there, and make a new key.",
    );
  const saved = saveFiles(folder, new Map([[code.fileName, code.text], ...more, ...Object.entries(around)]));
  try {
    const tried =
      format === "typescript" ? await synthesizeImported(io, folder, construct, framework) : { missing: undefined };
    await checkNoChanges(live, "desired" in tried ? tried.desired : declaration(), io.signal);
    const others = [...more.map(([path]) => path), ...Object.keys(around)];
    const path = visible(join(folder, code.fileName));
    io.err(`Saved to ${path}${others.length === 0 ? "" : `, with ${others.map(visible).join(", ")}`}.\n`);
    if ("desired" in tried) return "this code";
    if (tried.missing !== undefined)
      io.err(
        `The code was not run, since ${tried.missing} is not installed there: its settings and rules were planned.\n`,
      );
    return "these settings and rules";
  } catch (thrown) {
    saved.undo();
    throw thrown;
  }
}

/** The line that uses the construct. Where the app routes repositories already, its rules go first there. */
function useOf(construct: DeclaredConstruct, before: DeclaredLive | undefined): string {
  const usage = usageOf(construct, "this");
  if (before?.routing === undefined) return `Use it in a stack: ${usage}`;
  const variable = construct.id.replaceAll("-", "");
  return (
    `Use it in a stack: const ${variable} = ${usage}\n` +
    `The app routes repositories at ${visible(before.routing)}: put ...${variable}.rules first among the rules there.`
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

import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { readDeclaration } from "../../declaration/read-declaration";
import { error } from "../../diagnostics/diagnostic";
import { fail, messageOf, ScanformError } from "../../diagnostics/error";
import { visible } from "../../diagnostics/foreign-text";
import { temporaryFolder } from "../../diagnostics/temporary-folder";
import { declarationOf } from "../../generate/import/declaration";
import type { ImportedCode } from "../../generate/import/import-code";
import {
  type DeclaredConstruct,
  type FileTexts,
  type NamedAccount,
  projectFiles,
} from "../../generate/project/project-files";
import type { Framework } from "../../generate/choices";
import { desiredOf } from "../../library/input";
import type { Desired } from "../../model/desired";
import { isObject } from "../../model/json";
import { isUuid } from "../../model/uuid";
import { problemChannel } from "../app-problems";
import { withoutKeys } from "../credentials/secrets";
import { type NewFiles, writeNewFiles } from "../files";
import type { Io } from "../io";
import { ownSource } from "../own-source";
import { installCommand, moduleExtension, nearestPackageJson, packagesOf } from "../project";
import { checkNoChanges, type LiveAccount, settingsAndRules } from "./import-live";
import type { Place, PlaceOptions } from "./place";

/** What goes into the folder beside the code. */
interface Surroundings {
  /** Text that goes before the code. */
  readonly before: string;
  /** More files of a new project. */
  readonly files: FileTexts;
}

/** Prints or saves the code, and plans it once. Returns what was planned. */
export async function deliver(
  io: Io,
  live: LiveAccount,
  code: ImportedCode,
  place: Place,
  { out, format }: PlaceOptions,
  { before, files }: Surroundings,
): Promise<string> {
  const declaration = () => desiredOf(declarationOf(code.imported));
  refuseKeys(io, [code.text, ...Object.values(code.more)]);
  if (out === undefined) {
    await checkNoChanges(live, declaration(), io.signal);
    io.out(code.text);
    return settingsAndRules;
  }
  const { folder, construct, framework } = place;
  const around = place.isNew
    ? {
        ...projectFiles(framework, construct, { account: accountFor(live), extension: moduleExtension(folder) }),
        ...files,
      }
    : {};
  const texts = { [code.fileName]: before + code.text, ...code.more, ...around };
  refuseKeys(io, Object.values(texts));
  const written = writeNewFiles(folder, texts, "Name another folder with --out.");
  try {
    const tried =
      format === "typescript" ? await synthesizeImported(io, folder, construct, framework) : { missing: undefined };
    await checkNoChanges(live, "desired" in tried ? tried.desired : declaration(), io.signal);
    const [path = "", ...others] = Object.keys(texts);
    const beside = others.length === 0 ? "" : `, with ${others.map(visible).join(", ")}`;
    io.err(`Saved to ${visible(join(folder, path))}${beside}.\n`);
    if ("desired" in tried) return "this code";
    if (tried.missing !== undefined) sayNotRun(io, tried.missing, place);
    return settingsAndRules;
  } catch (thrown) {
    takeBack(io, written);
    throw thrown;
  }
}

/** The account for code, which takes nothing but a UUID; none where the service calls it otherwise. */
export const accountFor = ({ account }: Pick<LiveAccount, "account">): NamedAccount | undefined =>
  isUuid(account.id) ? account : undefined;

function sayNotRun(io: Io, missing: string, { folder, framework }: Place): void {
  const packages = packagesOf(nearestPackageJson(folder) ?? {});
  io.err(
    `The code was not run, since ${missing} is not installed there: its settings and rules were planned.\n` +
      `What it needs is installed by: ${installCommand(framework, ownSource(folder).argument, packages)}\n`,
  );
}

function takeBack(io: Io, files: NewFiles): void {
  const left = files.undo();
  if (left.length > 0) io.err(`These could not be removed again: ${left.map(visible).join(", ")}.\n`);
}

/**
 * A name in the account may contain a key, which must not get into a file; and the code would not be valid without it.
 *
 * @throws ScanformError `secret-declared`
 */
export function refuseKeys(io: Io, texts: readonly string[]): void {
  if (texts.some((text) => io.secrets.isIn(text)))
    fail(
      "secret-declared",
      "A name or a setting in the account contains an API key. Nothing was written. Change it there, and make a new key.",
    );
}

/** What the generated code declares, or why it cannot be run in its folder. */
type Tried = { readonly desired: Desired } | { readonly missing: string };

/** The longest that the code may run, in milliseconds. */
const limit = 600_000;

/**
 * Runs the module with the packages of its folder, without any key in its environment, and reads what it declares.
 *
 * @throws ScanformError when it fails
 */
async function synthesizeImported(
  io: Io,
  folder: string,
  { fileName, className }: DeclaredConstruct,
  framework: Framework,
): Promise<Tried> {
  const packages = createRequire(join(folder, fileName));
  const missing = ["tsx/cjs", "constructs", framework, `scanform/${framework}`].find((name) => !has(packages, name));
  if (missing !== undefined) return { missing: missing.replace(/\/.*/, "") };
  const temporary = temporaryFolder();
  const output = join(temporary, "out");
  const problems = problemChannel();
  try {
    await promisify(execFile)(
      process.execPath,
      ["--require", packages.resolve("tsx/cjs"), "-e", importedProgram, join(folder, fileName), className, framework],
      {
        cwd: folder,
        env: { ...withoutKeys(io.env), CDKTF_OUTDIR: output, CHECKPOINT_DISABLE: "1", ...problems.env },
        maxBuffer: 64 * 2 ** 20,
        signal: io.signal,
        timeout: limit,
      },
    ).catch((thrown: unknown) => {
      if (io.signal.aborted) fail("interrupted", "Nothing was written.", {}, thrown);
      const reported = problems.read((text) => io.secrets.redact(text));
      const said = isObject(thrown) && typeof thrown["stderr"] === "string" ? thrown["stderr"].trim() : "";
      const words = io.secrets.redact(said === "" ? messageOf(thrown) : said).slice(-2000);
      throw new ScanformError([...reported, error("app-failed", `The imported code does not run:\n${words}`)], {
        cause: thrown,
      });
    });
    const [declared] = readDeclaration(output).accounts;
    return { desired: declared?.desired ?? { configurations: [], assignments: [] } };
  } finally {
    problems.remove();
    rmSync(temporary, { recursive: true, force: true });
  }
}

function has(packages: NodeJS.Require, name: string): boolean {
  try {
    packages.resolve(name);
    return true;
  } catch (thrown) {
    if (
      isObject(thrown) &&
      (thrown["code"] === "MODULE_NOT_FOUND" || thrown["code"] === "ERR_PACKAGE_PATH_NOT_EXPORTED")
    )
      return false;
    throw thrown;
  }
}

/**
 * The app in which `scanform import` tries what it wrote: for `node -e` in the folder of the project, whose packages it
 * uses. A text, since it must not be a part of the program that is published. Arguments: the path of the module, the
 * name of its class, and the framework.
 */
const importedProgram = `
const [path, className, framework] = process.argv.slice(1);
const { App, TerraformStack } = require(framework);
const { RepositoryAssignments, ScanformProvider } = require("scanform/" + framework);
const Imported = require(path)[className];
const app = new App();
const stack = new TerraformStack(app, "account");
new ScanformProvider(stack, "scanform");
const { addRulesTo } = new Imported(stack, "imported");
// a function without a parameter has no rule
if (addRulesTo?.length > 0) addRulesTo(new RepositoryAssignments(stack, "routing"));
app.synth();
`;

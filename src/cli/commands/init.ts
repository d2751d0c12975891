import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fail } from "../../diagnostics/error";
import { visible } from "../../diagnostics/foreign-text";
import { constructOf } from "../../generate/import/typescript/code-options";
import { type DeclaredConstruct, usageOf } from "../../generate/project/declared-construct";
import { exampleConstruct, exampleSettings } from "../../generate/project/example-settings";
import { packageJson } from "../../generate/project/package-json";
import { type FileTexts, projectFiles } from "../../generate/project/project-files";
import { type Expectation, testFile } from "../../generate/project/test-file";
import { gitignore } from "../../generate/project/tool-files";
import { hasAnyKey, standard, valueOf } from "../credentials/variables";
import { type ExitCode, exitCode } from "../exit-codes";
import { importLive, sayImported } from "../import-live";
import { answersFor, type InitAnswers, type InitChoices } from "../init/answers";
import { exampleExpectation, expectationOf } from "../init/expectation";
import { readManifest } from "../init/manifest";
import { installCommand, nextSteps } from "../init/next-steps";
import { workflowFiles } from "../init/workflow-files";
import type { Io } from "../io";
import { isThere, writeNewFiles } from "../new-files";
import type { ConnectionOptions } from "../session";
import { ownVersion } from "../version";

export interface InitOptions extends InitChoices, ConnectionOptions {
  /** Asks nothing. */
  readonly yes?: boolean;
}

/** Writes a project into the current folder. Overwrites and installs nothing. */
export async function initCommand(io: Io, options: InitOptions): Promise<ExitCode> {
  const manifest = readManifest(io.cwd);
  const answers = await answersFor(io, options, manifest?.framework ?? "cdktn");
  const { framework, account } = answers;
  const { construct, text, expectation, say } = await declared(io, options, answers);
  const version = ownVersion();
  const texts: FileTexts = {
    "package.json": packageJson(basename(io.cwd), framework, version),
    ...projectFiles(framework, construct, account),
    [construct.fileName]: text,
    "main.test.ts": testFile(framework, construct, expectation),
    ".gitignore": gitignore,
    ...workflowFiles(options.baseUrl ?? valueOf(io.env, standard.origin)),
  };
  const [there, missing] = parted(io.cwd, texts);
  checkConstruct(io.cwd, construct, there, missing);
  if (io.signal.aborted) fail("interrupted", "Nothing was written.");
  writeNewFiles(io.cwd, missing);
  io.err(said(Object.keys(missing), there, construct));
  say();
  if (Object.keys(missing).length === 0) return exitCode.done;
  const hasAccount = account !== undefined || hasAnyKey(io.env);
  io.err(nextSteps(installCommand(framework, version, manifest), hasAccount, manifest === undefined));
  return exitCode.done;
}

interface Declared {
  readonly construct: DeclaredConstruct;
  readonly text: string;
  readonly expectation: Expectation | undefined;
  /** Says what was imported. */
  readonly say: () => void;
}

/** What the project declares: what is live, or an example. */
async function declared(
  io: Io,
  options: InitOptions,
  { framework, account, import: imports }: InitAnswers,
): Promise<Declared> {
  if (!imports)
    return {
      construct: exampleConstruct,
      text: exampleSettings(framework),
      expectation: exampleExpectation,
      say: () => undefined,
    };
  const construct = constructOf();
  const { fileName } = construct;
  if (isThere(join(io.cwd, fileName)))
    fail("project-file", `${fileName} is there already. Import it with: scanform import`, { path: fileName });
  const asked = account === undefined ? io : { ...io, env: { ...io.env, SCANFORM_ACCOUNT_ID: account } };
  const { code, observed } = await importLive(asked, options, "typescript", { framework });
  return {
    construct,
    text: code.text,
    expectation: expectationOf(code.imported, observed),
    say: () => {
      sayImported(io, code);
    },
  };
}

/** The names of the files that are there, and the texts of the others. */
function parted(folder: string, texts: FileTexts): readonly [there: readonly string[], missing: FileTexts] {
  const entries = Object.entries(texts);
  const isMissing = ([name]: readonly [string, string]) => !isThere(join(folder, name));
  return [
    entries.filter((each) => !isMissing(each)).map(([name]) => name),
    Object.fromEntries(entries.filter(isMissing)),
  ];
}

/** What is written uses the construct, so that a file of its name must be its module. */
function checkConstruct(
  folder: string,
  { fileName, className }: DeclaredConstruct,
  there: readonly string[],
  missing: FileTexts,
): void {
  const uses = ["main.ts", "main.test.ts"].some((name) => name in missing);
  if (!there.includes(fileName) || !uses) return;
  if (!readFileSync(join(folder, fileName), "utf8").includes(`class ${className} `))
    fail(
      "project-file",
      `${fileName} is there and has no class ${className}, which main.ts would use. Nothing was written. Rename it, or run scanform init in another folder.`,
      { path: fileName },
    );
}

function said(written: readonly string[], there: readonly string[], construct: DeclaredConstruct): string {
  const lines = [
    written.length === 0 ? "Nothing was written: every file is there." : `Wrote ${shortened(written).join(", ")}.`,
    ...(there.length === 0 ? [] : [`Left as they are: ${shortened(there).join(", ")}.`]),
    ...(there.includes("main.ts") && written.includes(construct.fileName)
      ? [`Use ${construct.fileName} in a stack: ${usageOf(construct, "stack")}`]
      : []),
  ];
  return lines.map((line) => `${visible(line)}\n`).join("");
}

/** The names of files, with the workflows and their scripts as one. */
function shortened(names: readonly string[]): readonly string[] {
  const others = names.filter((name) => !name.startsWith(".github/"));
  const workflows = names.length - others.length;
  return workflows === 0 ? others : [...others, `${String(workflows)} files of workflows in .github`];
}

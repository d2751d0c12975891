import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { fail, messageOf } from "../../diagnostics/error";
import { type DeclaredConstruct, type FileTexts, gitignore, projectFiles } from "../../generate/project/project-files";
import { frameworks } from "../../generate/choices";
import { packageJson } from "../../generate/project/package-json";
import { testFile } from "../../generate/project/test-file";
import { isUuid } from "../../model/uuid";
import { hasAnyKey, standard, valueOf } from "../credentials/variables";
import { type ExitCode, exitCode } from "../exit-codes";
import { answersFor, type InitChoices } from "../init/answers";
import { declaredCode } from "../init/declared-code";
import { installCommand, readManifest } from "../project";
import { nextSteps, workflowFiles, writtenText } from "../init/texts";
import type { Io } from "../io";
import { isThere, writeNewFiles } from "../files";
import { type CommandDefinition, withExamples, connected } from "../options";
import type { ConnectionOptions } from "../session";
import { ownVersion } from "../version";

export const define: CommandDefinition = (command, { io, finish }) => {
  connected(command)
    .addOption(new Option("--framework <framework>", "what the app is written with").choices(frameworks))
    .option("--account <id>", "id of the account, which is put into the code", account)
    .option("--import", "declare what is live now, in place of an example")
    .option("--split", "with --import: write a file for each team, the first word of the configurations' names")
    .option("--yes", "ask nothing, and take what is usual for the rest")
    .action(async (flags: InitOptions) => {
      finish(await initCommand(io, flags));
    });
  withExamples(
    command,
    ["an example to begin with", "scanform init"],
    ["a project for what is live", "scanform init --import"],
    ["the same, with a file for each team", "scanform init --import --split"],
    ["in a script", "scanform init --framework cdktn --yes"],
  );
};

function account(text: string): string {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError("It must be a UUID.");
}

interface InitOptions extends InitChoices, ConnectionOptions {
  /** A file for each team; with `import` only. */
  readonly split?: boolean;
  /** Asks nothing. */
  readonly yes?: boolean;
}

/** Writes a project into the current folder. Overwrites and installs nothing. */
async function initCommand(io: Io, options: InitOptions): Promise<ExitCode> {
  const manifest = readManifest(io.cwd);
  const answers = await answersFor(io, options, manifest?.framework ?? "cdktn");
  const { framework, account } = answers;
  const { construct, texts: declared, expectations, accountId, say } = await declaredCode(io, options, answers);
  const version = ownVersion();
  const texts: FileTexts = {
    "package.json": packageJson(basename(io.cwd), framework, version),
    ...projectFiles(framework, construct, accountId),
    ...declared,
    "main.test.ts": testFile(framework, construct, expectations),
    ".gitignore": gitignore,
    ...workflowFiles(options.baseUrl ?? valueOf(io.env, standard.origin)),
  };
  const [there, missing] = parted(io.cwd, texts);
  checkConstruct(io.cwd, construct, there, missing);
  if (io.signal.aborted) fail("interrupted", "Nothing was written.");
  writeNewFiles(io.cwd, missing);
  io.err(writtenText(Object.keys(missing), there, construct));
  say();
  if (Object.keys(missing).length === 0) return exitCode.done;
  const hasAccount = account !== undefined || hasAnyKey(io.env);
  const install = manifest === undefined ? "npm install" : installCommand(framework, version, manifest.packages);
  io.err(nextSteps(install, hasAccount, manifest));
  return exitCode.done;
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
  const path = join(folder, fileName);
  const advice = "Nothing was written. Rename it, or run scanform init in another folder.";
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (thrown) {
    return fail("project-file", `${path} cannot be read: ${messageOf(thrown)}. ${advice}`, { path: fileName }, thrown);
  }
  if (!text.includes(`class ${className} `))
    fail("project-file", `${fileName} has no class ${className}, which main.ts would use. ${advice}`, {
      path: fileName,
    });
}

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { fail, messageOf } from "../../diagnostics/error";
import { codeHosts, frameworks, projectFormats, testRunners } from "../../generate/choices";
import type { Expectations } from "../../generate/project/expectations";
import { hclFiles, hclGitignore } from "../../generate/project/hcl-project";
import { hclPackageJson, packageJson } from "../../generate/project/package-json";
import {
  type DeclaredConstruct,
  type FileTexts,
  gitignore,
  jestConfig,
  projectFiles,
} from "../../generate/project/project-files";
import { testFile } from "../../generate/project/test-file";
import { isUuid } from "../../model/uuid";
import { standard, valueOf } from "../credentials/variables";
import { type ExitCode, exitCode } from "../exit-codes";
import { writeNewFiles, isThere } from "../files";
import { answersFor, askToWrite, type InitAnswers, type InitChoices } from "../init/answers";
import { declaredCode } from "../init/declared-code";
import { nextSteps, plannedText, writtenText } from "../init/texts";
import { workflowFiles } from "../init/workflow-files";
import type { Io } from "../io";
import { type CommandDefinition, withExamples, connected } from "../options";
import { type OwnSource, ownSource } from "../own-source";
import { installCommand, type Manifest, readManifest } from "../project";
import type { ConnectionOptions } from "../session";
import { ownVersion, providerConstraint } from "../version";

export const define: CommandDefinition = (command, { io, finish }) => {
  connected(command)
    .addOption(new Option("--format <format>", "what the declaration is written in").choices(projectFormats))
    .addOption(new Option("--framework <framework>", "what the app is written with").choices(frameworks))
    .addOption(
      new Option(
        "--test <runner>",
        "what runs the test of the declaration; node, its own runner, needs no package",
      ).choices(testRunners),
    )
    .addOption(
      new Option(
        "--ci <host>",
        "workflows that plan pull requests and apply what was reviewed; none if left out",
      ).choices(codeHosts),
    )
    .option("--account <id>", "id of the account, where the key reaches several", account)
    .option("--import", "declare what is live now, in place of an example")
    .option("--split", "with --import: write a file for each team, the first word of the configurations' names")
    .option("--yes", "ask nothing, and take what is usual for the rest")
    .action(async (flags: InitOptions) => {
      finish(await initCommand(io, flags));
    });
  withExamples(
    command,
    ["a project for what is live", "scanform init --import"],
    [
      "the same, with a file for each team, a test for jest, and workflows",
      "scanform init --import --split --test jest --ci github",
    ],
    ["an example to begin with", "scanform init"],
    ["for terraform", "scanform init --format hcl"],
    ["in a script", "scanform init --framework cdktn --yes"],
  );
};

function account(text: string): string {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError("It must be a UUID.");
}

interface InitOptions extends InitChoices, ConnectionOptions {
  /** The id of an account, a UUID. */
  readonly account?: string;
  /** A file for each team; with `import` only. */
  readonly split?: boolean;
  /** Asks nothing. */
  readonly yes?: boolean;
}

/** Writes a project into the current folder. Overwrites and installs nothing. */
async function initCommand(io: Io, options: InitOptions): Promise<ExitCode> {
  const { yes = false, split = false, account } = options;
  const manifest = readManifest(io.cwd);
  const asks = io.interactive && !yes;
  const hasKey = [standard.key, standard.file].some((name) => valueOf(io.env, name) !== undefined);
  const answers = await answersFor(io, options, asks, { framework: manifest?.framework ?? "cdktn", hasKey });
  const declared = await declaredCode(io, { ...options, split, account, asks, hasKey }, answers).catch(
    (thrown: unknown) => {
      if (io.signal.aborted) fail("interrupted", "Nothing was written.", {}, thrown);
      throw thrown;
    },
  );
  const source = ownSource(io.cwd);
  const { construct } = declared;
  const origin = options.baseUrl ?? valueOf(io.env, standard.origin);
  const name = basename(io.cwd);
  const texts =
    answers.format === "hcl"
      ? hclProject(name, declared, source)
      : { ...appProject(name, declared, answers, source, manifest), ...workflows(answers, origin) };
  const [there, missing] = parted(io.cwd, texts);
  if (answers.format === "typescript") checkConstruct(io.cwd, construct, there, missing);
  if (io.signal.aborted) fail("interrupted", "Nothing was written.");
  const written = Object.keys(missing);
  io.err(plannedText(written, there));
  if (written.length > 0) {
    if (asks && !(await askToWrite(io))) fail("not-confirmed", "The answer was no. The same command asks again.");
    writeNewFiles(io.cwd, missing);
    io.err(writtenText(written, there, construct));
  }
  declared.say();
  if (written.length === 0) return exitCode.done;
  if (source.note !== undefined && manifest?.packages.has("scanform") !== true) io.err(`${source.note}\n`);
  io.err(
    nextSteps(answers, {
      install: installOf(answers, source, manifest),
      hasAccount: account !== undefined || hasKey,
      before: manifest,
    }),
  );
  return exitCode.done;
}

/** What a project declares, and what is true of it. */
interface Declared {
  readonly construct: DeclaredConstruct;
  readonly texts: FileTexts;
  readonly expectations: Expectations;
  readonly accountId: string | undefined;
}

/** A folder is copied, not linked: linked, scanform would look for the packages of the project beside that folder. */
const npmrc = ({ isFolder }: OwnSource): FileTexts => (isFolder ? { ".npmrc": "install-links=true\n" } : {});

function appProject(
  name: string,
  { construct, texts, expectations, accountId }: Declared,
  { framework, test }: InitAnswers,
  source: OwnSource,
  manifest: Manifest | undefined,
): FileTexts {
  const hasJest = manifest?.packages.has("jest") === true;
  return {
    "package.json": packageJson(name, framework, source.spec, test),
    ...npmrc(source),
    ...projectFiles(framework, construct, accountId, test),
    ...texts,
    ...(test === "none" ? {} : { "main.test.ts": testFile(framework, construct, expectations, test) }),
    ...(test === "jest" && !hasJest ? { "jest.config.json": jestConfig } : {}),
    ".gitignore": gitignore,
  };
}

const hclProject = (name: string, { texts, accountId }: Declared, source: OwnSource): FileTexts => ({
  "package.json": hclPackageJson(name, source.spec),
  ...npmrc(source),
  ...hclFiles(providerConstraint(ownVersion()), accountId),
  ...texts,
  ".gitignore": hclGitignore,
});

const workflows = ({ ci }: InitAnswers, origin: string | undefined): FileTexts =>
  ci === "github" ? workflowFiles(origin) : {};

function installOf(
  { format, framework, test }: InitAnswers,
  source: OwnSource,
  manifest: Manifest | undefined,
): string {
  if (manifest === undefined || (format === "hcl" && manifest.packages.has("scanform"))) return "npm install";
  if (format === "hcl") return `npm install --save-dev ${source.argument}`;
  return installCommand(framework, source.argument, manifest.packages, test);
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

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Option } from "commander";
import { fail, messageOf } from "../../diagnostics/error";
import { codeHosts, frameworks, testRunners } from "../../generate/choices";
import { packageJson } from "../../generate/project/package-json";
import { policyFileName } from "../command-policies";
import {
  type DeclaredConstruct,
  type FileTexts,
  gitignore,
  type NamedAccount,
  projectFiles,
} from "../../generate/project/project-files";
import { standard, valueOf } from "../credentials/variables";
import { type ExitCode, exitCode } from "../exit-codes";
import { writeNewFiles, isThere } from "../files";
import { answersFor, askToWrite, type InitAnswers, type InitChoices } from "../init/answers";
import { declaredCode } from "../init/declared-code";
import { isProject, projectIsThere, writtenConstruct } from "../init/existing-project";
import { policyPathFor, testFiles, workflows } from "../init/optional-files";
import { nextSteps, plannedText, writtenText } from "../init/texts";
import type { Io } from "../io";
import { type CommandDefinition, withExamples, connected } from "../options";
import { type OwnSource, ownSource } from "../own-source";
import { installCommand, type Manifest, readManifest } from "../project";
import type { ConnectionOptions } from "../session";

export const define: CommandDefinition = (command, { io, finish }) => {
  connected(command)
    .addOption(new Option("--framework <framework>", "what the app is written with").choices(frameworks))
    .addOption(
      new Option(
        "--test <runner>",
        "write a test for this runner: node is Node's own, which needs no package (default: none)",
      ).choices(testRunners),
    )
    .addOption(
      new Option(
        "--ci <host>",
        "workflows that plan pull requests and apply what was reviewed (default: none)",
      ).choices(codeHosts),
    )
    .option("--account <account>", "the id or the name of the account, where the key reaches several")
    .option("--import", "declare what is live now, in place of an example")
    .option("--split", "with --import: write a file for each team, the first word of the configurations' names")
    .option("--yes", "ask nothing, and use the defaults")
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
    ["in a script", "scanform init --framework cdktn --yes"],
  );
};

interface InitOptions extends InitChoices, ConnectionOptions {
  /** The id or the name of an account. */
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
  if (!asks && !split && options.import !== true && isProject(io.cwd)) return addTo(io, options, manifest);
  const hasKey = [standard.key, standard.file].some((name) => valueOf(io.env, name) !== undefined);
  const answers = await answersFor(io, options, asks, { framework: manifest?.framework ?? "cdktn", hasKey });
  const extension = manifest?.extension ?? ".js";
  const declared = await declaredCode(io, { ...options, split, account, asks, hasKey, extension }, answers).catch(
    (thrown: unknown) => {
      if (io.signal.aborted) fail("interrupted", "Nothing was written.", {}, thrown);
      throw thrown;
    },
  );
  const source = ownSource(io.cwd);
  const { construct } = declared;
  const origin = options.baseUrl ?? valueOf(io.env, standard.origin);
  const project = appProject(basename(io.cwd), declared, answers, source, manifest);
  const texts = { ...project, ...workflows(answers, origin) };
  const hasWritten = await writeMissing(io, texts, construct, asks);
  declared.say();
  if (!hasWritten) return exitCode.done;
  if (source.note !== undefined && manifest?.packages.has("scanform") !== true) io.err(`${source.note}\n`);
  io.err(
    nextSteps(answers, {
      install: installOf(answers, source, manifest),
      hasAccount: account !== undefined || hasKey,
      before: manifest,
      origin,
      hasRootPolicy: isThere(join(io.cwd, policyFileName)),
    }),
  );
  return exitCode.done;
}

/** Adds to a project what the options ask for: nobody is there to say more. */
async function addTo(io: Io, options: InitOptions, manifest: Manifest | undefined): Promise<ExitCode> {
  const { framework = manifest?.framework ?? "cdktn", test = "none", ci = "none" } = options;
  const answers: InitAnswers = { framework, import: false, test, ci };
  const construct = test === "none" ? undefined : writtenConstruct(io.cwd);
  const tests = construct === undefined ? {} : testFiles(answers, construct, manifest);
  const origin = options.baseUrl ?? valueOf(io.env, standard.origin);
  const texts = { ...tests, ...workflows(answers, origin) };
  io.err(projectIsThere);
  if (Object.keys(texts).length === 0 || !(await writeMissing(io, texts, construct))) return exitCode.done;
  const install = installOf(answers, ownSource(io.cwd), manifest);
  const hasRootPolicy = isThere(join(io.cwd, policyFileName));
  io.err(nextSteps(answers, { install, hasAccount: true, before: manifest, origin, hasRootPolicy }));
  return exitCode.done;
}

/** What a project declares. */
interface Declared {
  readonly construct: DeclaredConstruct;
  readonly texts: FileTexts;
  readonly account: NamedAccount | undefined;
}

/** A folder is copied, not linked: linked, scanform would look for the packages of the project beside that folder. */
const npmrc = ({ isFolder }: OwnSource): FileTexts => (isFolder ? { ".npmrc": "install-links=true\n" } : {});

const planCommand = (texts: FileTexts, policy: string): string =>
  policy in texts ? `scanform plan --policy ${policy}` : "scanform plan";

function appProject(
  name: string,
  { construct, texts, account }: Declared,
  answers: InitAnswers,
  source: OwnSource,
  manifest: Manifest | undefined,
): FileTexts {
  const { framework, test } = answers;
  return {
    "package.json": packageJson(name, framework, source.spec, test, planCommand(texts, policyPathFor(answers))),
    ...npmrc(source),
    ...projectFiles(framework, construct, { account, runner: test, extension: manifest?.extension }),
    ...texts,
    ...testFiles({ framework, test }, construct, manifest),
    ".gitignore": gitignore,
  };
}

const installOf = ({ framework, test }: InitAnswers, source: OwnSource, manifest: Manifest | undefined): string =>
  manifest === undefined ? "npm install" : installCommand(framework, source.argument, manifest.packages, test);

/**
 * Writes the files that are not there, and says which.
 *
 * @param construct what they use
 * @returns whether it wrote a file
 */
async function writeMissing(
  io: Io,
  texts: FileTexts,
  construct: DeclaredConstruct | undefined,
  asks = false,
): Promise<boolean> {
  const [there, missing] = parted(io.cwd, texts);
  if (construct !== undefined) checkConstruct(io.cwd, construct, missing);
  if (io.signal.aborted) fail("interrupted", "Nothing was written.");
  const written = Object.keys(missing);
  io.err(plannedText(written, there));
  if (written.length === 0) return false;
  if (asks && !(await askToWrite(io))) fail("not-confirmed", "The answer was no. The same command asks again.");
  writeNewFiles(io.cwd, missing);
  io.err(writtenText(written, there, construct));
  return true;
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
function checkConstruct(folder: string, { fileName, className }: DeclaredConstruct, missing: FileTexts): void {
  const uses = ["main.ts", "main.test.ts"].some((name) => name in missing);
  const path = join(folder, fileName);
  if (!isThere(path) || !uses) return;
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

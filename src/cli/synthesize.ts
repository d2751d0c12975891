import { existsSync, lstatSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join, relative, resolve } from "node:path";
import { error } from "../diagnostics/diagnostic";
import { fail, messageOf, ScanformError } from "../diagnostics/error";
import { visible } from "../diagnostics/foreign-text";
import { isObject } from "../model/json";
import { parseJson, textOfFile } from "../model/parse-json";
import type { Io } from "./io";
import { besideReported, frameworkProblems, problemChannel } from "./app-problems";
import { withoutKeys } from "./credentials/secrets";
import { notInstalled, programFolders, projectFolder, unusedAbove } from "./project";
import { runApp, sayFor, wordsOf } from "./run-app";

interface CdktfJson {
  readonly app: string;
  readonly output: string;
  readonly context?: unknown;
}

/** How long an app runs before a notice says that it is waited for, in milliseconds. */
const patience = 3000;

export interface SynthesizeOptions {
  /** The longest that the app may run, in seconds; default 600. */
  readonly appTimeout?: number;
  /** The folder to write to, in place of the one that cdktf.json names. */
  readonly into?: string;
}

/**
 * Runs the `app` of cdktf.json as the cdktf CLI would, but without that CLI. The API key is not in its environment; but
 * where scanform itself has the key, an app that wants it finds it there (decision 5).
 *
 * @returns the folder of the synthesized stacks
 */
export async function synthesize(io: Io, { appTimeout = 600, into }: SynthesizeOptions): Promise<string> {
  const project = projectFolder(io.cwd) ?? withoutProject(io.cwd);
  const file = relative(io.cwd, join(project, "cdktf.json"));
  const { app, output, context } = readCdktfJson(project, file);
  const folder = into === undefined ? resolve(project, output) : resolve(io.cwd, into);
  if (folder === resolve(project))
    fail("cdktf-json", "The output is the project's own folder. Name another one.", {
      path: into === undefined ? `${file}#/output` : "--out",
    });
  const manifest = join(folder, "manifest.json");
  removeManifest(folder, manifest);
  const problems = problemChannel();
  const ran = await runApp(app, {
    cwd: project,
    signal: io.signal,
    limit: appTimeout * 1000,
    patience,
    onSlow: () => {
      io.err(`Waiting for the app of ${visible(file)}, \`${visible(app)}\`. Ctrl-C stops it.\n`);
    },
    env: {
      ...withProgramsOf(project, withoutKeys(io.env)),
      CDKTF_OUTDIR: folder,
      CHECKPOINT_DISABLE: "1",
      ...(context === undefined ? {} : { CDKTF_CONTEXT_JSON: JSON.stringify(context) }),
      ...problems.env,
    },
  })
    .then((ended) => ({ ...ended, reported: problems.read((text) => io.secrets.redact(text)) }))
    .finally(() => {
      problems.remove();
    });
  const { code, killed, isLate, reported } = ran;
  const words = wordsOf(io, ran);
  if (code !== 0 || isLate) {
    const ended = code === null ? `was ended by ${String(killed)}` : `exited with ${String(code)}`;
    const late = `was stopped after ${String(appTimeout)} s, and --app-timeout allows more`;
    const how = isLate ? late : ended;
    const refused = isLate ? undefined : frameworkProblems(words);
    if (refused !== undefined) {
      sayFor(io, "app", refused.others);
      throw new ScanformError([...reported, ...refused.problems]);
    }
    const beside = isLate ? undefined : besideReported(words, reported);
    if (beside !== undefined) {
      sayFor(io, "app", beside);
      throw new ScanformError(reported);
    }
    const failure = `\`${app}\` ${how}${words === "" ? " and said nothing." : `:\n${words}`}`;
    const advice = isLate ? undefined : notInstalled(words, project);
    const detail = advice === undefined ? failure : `${advice}\n${failure}`;
    throw new ScanformError([...reported, error("app-failed", detail, { path: file })]);
  }
  sayFor(io, "app", words);
  if (reported.length > 0) {
    removeManifest(folder, manifest);
    throw new ScanformError(reported);
  }
  if (!existsSync(manifest))
    fail("synth-missing", `\`${app}\` ended without writing to ${folder}. Does it call app.synth()?`, { path: file });
  return folder;
}

/**
 * The variables, with the programs of the project's packages first. On Windows the variable is called `Path` as a rule,
 * and of two that differ in case alone a program gets one.
 */
export function withProgramsOf(
  project: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  const found = platform === "win32" ? Object.keys(env).find((name) => name.toUpperCase() === "PATH") : undefined;
  const name = found ?? "PATH";
  return { ...env, [name]: [...programFolders(project), env[name] ?? ""].join(delimiter) };
}

/** A failed synthesis must not leave the manifest of an earlier one. */
function removeManifest(folder: string, manifest: string): void {
  try {
    if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new Error("it is a symbolic link");
    rmSync(manifest, { force: true });
  } catch (thrown) {
    fail("cdktf-json", `The app cannot write to ${folder}: ${messageOf(thrown)}. Name another folder.`, {}, thrown);
  }
}

function withoutProject(cwd: string): never {
  const unused = unusedAbove(cwd);
  const what =
    unused === undefined
      ? `cdktf.json is neither in ${cwd} nor in a folder above it. Start a project with \`scanform init\``
      : `${unused}: it is not used from here. Run this in its folder`;
  return fail("cdktf-json", `${what}, or name an output of cdktf with --synthesized DIR.`, { path: "cdktf.json" });
}

/** @param file what it is called in messages */
function readCdktfJson(project: string, file: string): CdktfJson {
  const advice = 'It needs at least {"app": "npx tsx main.ts"}.';
  let json: unknown;
  try {
    json = parseJson(textOfFile(readFileSync(join(project, "cdktf.json"))));
  } catch (thrown) {
    fail("cdktf-json", `${file} cannot be read: ${messageOf(thrown)}. ${advice}`, { path: file }, thrown);
  }
  const { app, output = "cdktf.out", context } = isObject(json) ? json : {};
  if (typeof app !== "string" || app.trim() === "")
    return fail("cdktf-json", `\`app\` is missing or empty. ${advice}`, { path: `${file}#/app` });
  if (typeof output !== "string") return fail("cdktf-json", "`output` is not a string.", { path: `${file}#/output` });
  return { app, output, context };
}

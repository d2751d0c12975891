import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { textAt } from "../code-host/answers";
import type { Job } from "./job";
import { refuse } from "../code-host/refused";
import { namedService } from "./named-service";

/** The exit code of scanform for a plan that is refused by a policy, a gate or a safety limit. */
export const refused = 3;

/** What a program may know beside the ordinary environment. */
export type Secret = "api keys" | "token of the job";

export interface Ended {
  readonly code: number;
  readonly out: string;
}

/** The scanform that the default branch pins. */
export interface Scanform {
  /** Runs it in a folder, without a key or the job's token unless it is given them. Its messages go to the log. */
  readonly run: (args: readonly string[], folder: string, secret?: Secret) => Promise<Ended>;
  /** The same, and what it prints goes to the log as well, while it runs. @returns its exit code */
  readonly runLogged: (args: readonly string[], folder: string, secret?: Secret) => Promise<number>;
  /** `--policy FILE` where the folder of the pinned scanform has policies. */
  readonly policed: readonly string[];
}

/**
 * Installs what the lock file of the default branch pins, running no script of a package. The checkout has the default
 * branch, never a pull request.
 */
export async function installScanform(job: Job): Promise<Scanform> {
  const folder = job.inCheckout(job.input("folder"));
  if (!existsSync(join(folder, "package-lock.json")))
    refuse(
      `${job.input("folder")} has no package-lock.json in this checkout. In that folder of the default branch, run: ` +
        "npm install --package-lock-only --ignore-scripts",
    );
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { code } = await run(npm, ["ci", "--ignore-scripts"], { cwd: folder, env: plain(job.env), isLogged: true });
  if (code !== 0) refuse(`npm ci ended with ${String(code)}.`);
  const own = join(folder, "node_modules", "scanform");
  const bin = join(own, textAt(JSON.parse(readFileSync(join(own, "package.json"), "utf8")), "bin.scanform"));
  const policy = policyIn(folder);
  const service = namedService(folder);
  const scanform = (args: readonly string[], cwd: string, isLogged: boolean, secret?: Secret): Promise<Ended> =>
    run(process.execPath, [bin, ...args], { cwd, env: { ...environment(job, secret), ...service }, isLogged });
  return {
    run: (args, folderOfRun, secret) => scanform(args, folderOfRun, false, secret),
    runLogged: async (args, folderOfRun, secret) => (await scanform(args, folderOfRun, true, secret)).code,
    policed: policy === undefined ? [] : ["--policy", policy],
  };
}

const policyName = /^scanform\.policy\.(ts|mts|js|mjs)$/;

/** The file of the policies, which is asked wherever it is there: no step can leave it out. */
function policyIn(folder: string): string | undefined {
  const [first, second] = readdirSync(folder).filter((name) => policyName.test(name));
  if (second !== undefined) refuse(`${folder} has several files of policies: ${String(first)} and ${second}. Keep one.`);
  return first === undefined ? undefined : join(folder, first);
}

/** Further arguments that the step gives to a command. */
export const furtherArguments = (job: Job): readonly string[] => job.optional("arguments")?.trim().split(/\s+/) ?? [];

/**
 * The step's environment without what belongs to the action alone: its inputs, the tokens of the runner, and the files
 * by which a step talks to the runner.
 */
function plain(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign =
    /^(INPUT_|ACTIONS_|SCANFORM_API_KEY|SCANFORM_GITHUB_TOKEN$|GITHUB_(TOKEN|ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)$)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name)));
}

function environment({ env, input }: Job, secret: Secret | undefined): NodeJS.ProcessEnv {
  const kept = (of: RegExp): NodeJS.ProcessEnv =>
    Object.fromEntries(Object.entries(env).filter(([name]) => of.test(name)));
  switch (secret) {
    case undefined:
      return plain(env);
    case "api keys":
      return { ...plain(env), ...kept(/^SCANFORM_API_KEY/) };
    case "token of the job":
      return { ...plain(env), ...kept(/^SCANFORM_GITHUB_TOKEN$/), GITHUB_TOKEN: input("token") };
    default:
      return secret satisfies never;
  }
}

interface Running {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What it prints goes to the log as well. */
  readonly isLogged: boolean;
}

/** Runs a program to its end. What it writes to stderr goes to the log. */
async function run(command: string, args: readonly string[], { cwd, env, isLogged }: Running): Promise<Ended> {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ["ignore", isLogged ? "inherit" : "pipe", "inherit"],
    // Node starts no .cmd without a shell
    shell: command.endsWith(".cmd"),
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.on("error", reject).on("close", (code) => {
      resolve(code ?? -1);
    });
  });
  const [out, code] = await Promise.all([child.stdout === null ? "" : text(child.stdout), ended]);
  return { code, out };
}

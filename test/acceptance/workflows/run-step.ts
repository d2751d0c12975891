import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { repositoryRoot } from "../../support/spawned";
import { addArtifact, zipOfFolder } from "./arrange";
import { type CodeHost, repository } from "./code-host";
import { type Context, evaluated, evaluatedAll } from "./expressions";
import { example, outputsOf } from "./scripts";
import type { Step } from "./workflow";

export interface Place {
  readonly host: CodeHost;
  readonly runId: number;
  readonly attempt: number;
  readonly at: string;
  /** The job's own. */
  readonly folder: string;
  /** What a checkout of everything copies. */
  readonly sources?: string | undefined;
  /** Where scripts run, from the folder. */
  readonly workingDirectory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly context: Context;
}

export interface StepEnd {
  readonly failed: boolean;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
}

const scripts = ".github/scanform";

/** Runs a step of a job, the condition of which holds. */
export async function runStep(step: Step, place: Place): Promise<StepEnd> {
  if (step.run !== undefined) return runScript(step.run, step.env ?? {}, place);
  if (step.uses?.startsWith("actions/checkout@") === true) checkOut(step.with ?? {}, place);
  const failed = step.uses?.startsWith("actions/upload-artifact@") === true && !upload(step.with ?? {}, place);
  return { failed, log: "", outputs: {} };
}

function checkOut(given: NonNullable<Step["with"]>, { folder, sources }: Place): void {
  if (given["sparse-checkout"] === scripts) cpSync(join(example, scripts), join(folder, scripts), { recursive: true });
  else if (sources !== undefined) cpSync(sources, folder, { recursive: true });
}

async function runScript(script: string, own: NonNullable<Step["env"]>, place: Place): Promise<StepEnd> {
  const { folder, host, runId, attempt, workingDirectory, env, context } = place;
  const outputs = join(folder, "outputs");
  writeFileSync(outputs, "");
  const child = spawn("bash", ["-e", "-c", script], {
    cwd: join(folder, workingDirectory),
    env: {
      PATH: `${programs(folder)}:${process.env["PATH"] ?? ""}`,
      CI: "true",
      GITHUB_API_URL: host.url,
      GITHUB_OUTPUT: outputs,
      GITHUB_REPOSITORY: repository,
      GITHUB_RUN_ATTEMPT: String(attempt),
      GITHUB_RUN_ID: String(runId),
      GITHUB_SERVER_URL: "https://code.example.com",
      GITHUB_STEP_SUMMARY: join(folder, "summary"),
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: join(folder, "temp"),
      ...env,
      ...evaluatedAll(own, context),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close") as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { failed: code !== 0, log: out + err, outputs: outputsOf(outputs) };
}

/**
 * An `npm` that installs the scanform of this repository, and what an app needs where there is one; `npm test` runs the
 * script of that name, if there is one.
 */
function programs(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  const built = join(repositoryRoot, "dist/cli/bin.js");
  const packages = join(repositoryRoot, "node_modules");
  const npm = `#!/bin/sh
if [ "$1" = test ]; then
  [ -e package.json ] || exit 0
  exec sh -c "$(node -p 'require("./package.json").scripts?.test ?? ""')"
fi
mkdir -p node_modules/.bin
ln -s '${built}' node_modules/.bin/scanform
[ -e cdktf.json ] || exit 0
ln -s '${repositoryRoot}' node_modules/scanform
ln -s '${packages}/cdktn' '${packages}/constructs' '${packages}/tsx' node_modules
ln -s '${packages}/.bin/tsx' node_modules/.bin/tsx
`;
  writeFileSync(join(bin, "npm"), npm, { mode: 0o755 });
  return bin;
}

/** Keeps an artifact of a folder. `false` where the folder is missing and that is an error. */
function upload(given: NonNullable<Step["with"]>, { host, runId, at, folder, context }: Place): boolean {
  const name = evaluated(given["name"] ?? "", context);
  const path = resolve(folder, evaluated(given["path"] ?? "", context));
  if (!existsSync(path)) return given["if-no-files-found"] === "ignore";
  addArtifact(host, { name, run: runId, made: at, content: zipOfFolder(path) });
  return true;
}

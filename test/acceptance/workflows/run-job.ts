import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { ended, repositoryRoot } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";
import { addArtifact, zipOfFolder } from "../../support/code-host-arrange";
import { type CodeHost, type Permissions, repository } from "../../support/code-host";
import { example, outputsOf } from "./example";
import {
  type Context,
  evaluated,
  evaluatedAll,
  type Handed,
  holds,
  type Names,
  type Step,
  workflowOf,
} from "./workflow";

export interface Circumstances {
  readonly host: CodeHost;
  /** Each job gets a folder of its own in here. */
  readonly folder: string;
  /** The repository at the commit of the run; needed where a job checks out all of it. */
  readonly sources?: string;
  readonly runId: number;
  readonly attempt: number;
  /** When artifacts are made: ISO 8601, UTC. */
  readonly at: string;
  readonly event: Names;
  readonly eventName: string;
  /** The address of the service, in the file of the default branch that names it. */
  readonly service: string;
  /** Take precedence over the inputs that the workflow gives to the action. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Further files of the default branch, beside the pinned scanform. */
  readonly files?: Readonly<Record<string, string>>;
  readonly key: string;
  /** The jobs that this one needs. */
  readonly needs?: Readonly<Record<string, JobEnd>>;
}

/** That of the runner, by which artifacts are written. */
export const runtimeToken = `runtime-token-${randomUUID()}`;

export interface JobEnd {
  readonly result: "success" | "failure" | "skipped";
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
}

/**
 * Runs the steps of a job of the example as the code host would: its scripts by bash, with the scanform that was
 * built, and the bundle of the action as it is committed. Of other actions, only the checkout and the upload of an
 * artifact do anything.
 */
export async function runJob(file: string, name: string, circumstances: Circumstances): Promise<JobEnd> {
  const workflow = workflowOf(file);
  const job = workflow.jobs[name];
  if (job === undefined) throw new Error(`${file} has no job ${name}`);
  const folder = mkdtempSync(join(circumstances.folder, "job-"));
  mkdirSync(join(folder, "temp"));
  // not in the job's folder, which tests search for keys: packages are linked into it
  const workspace = temporaryFolder();
  const ids = job.steps.flatMap(({ id }) => id ?? []);
  const steps: Record<string, Handed> = Object.fromEntries(ids.map((id) => [id, { outputs: {} }]));
  const context = contextOf(circumstances, folder, steps, job.permissions ?? {});
  if (job.if !== undefined && !holds(job.if, context)) return { result: "skipped", outputs: {}, log: "" };
  const env = evaluatedAll(workflow.env ?? {}, context);
  const workingDirectory = workflow.defaults?.run["working-directory"] ?? ".";
  let [log, failed] = ["", false];
  for (const step of job.steps) {
    if (failed && !/always\(\)|cancelled\(\)/.test(step.if ?? "")) continue;
    if (step.if !== undefined && !holds(step.if, context)) continue;
    const end = await runStep(step, { ...circumstances, folder, workspace, workingDirectory, env, context });
    log += end.log;
    failed ||= end.failed;
    if (step.id !== undefined) steps[step.id] = { outputs: end.outputs };
  }
  return { result: failed ? "failure" : "success", outputs: evaluatedAll(job.outputs ?? {}, context), log };
}

/** The title of a run. */
export function runNameOf(file: string, event: Names): string {
  const context = { github: { event }, runner: {}, secrets: {}, needs: {}, steps: {} };
  return evaluated(workflowOf(file)["run-name"] ?? "", context);
}

const contextOf = (
  { host, event, key, runId, attempt, needs = {} }: Circumstances,
  folder: string,
  steps: Record<string, Handed>,
  permissions: Permissions,
): Context => ({
  github: {
    event,
    repository,
    ref_name: "main",
    run_id: runId,
    run_attempt: attempt,
    token: host.tokenFor(permissions),
  },
  runner: { temp: join(folder, "temp") },
  secrets: { SCANFORM_API_KEY: key },
  needs,
  steps,
});

/** Where a step of a job runs: in the job's own folder. */
interface Place extends Omit<Circumstances, "event" | "key" | "needs"> {
  /** The checkout. */
  readonly workspace: string;
  /** Where scripts run, from the checkout. */
  readonly workingDirectory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly context: Context;
}

interface StepEnd {
  readonly failed: boolean;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
}

const pinned = ".github/scanform";
const action = "scanform/scanform@";

/** Runs a step of a job, the condition of which holds. */
async function runStep(step: Step, place: Place): Promise<StepEnd> {
  if (step.run !== undefined) return runScript(step.run, step.env ?? {}, place);
  if (step.uses?.startsWith(action) === true) return runAction(step, place);
  if (step.uses?.startsWith("actions/checkout@") === true) checkOut(step.with ?? {}, place);
  const failed = step.uses?.startsWith("actions/upload-artifact@") === true && !upload(step.with ?? {}, place);
  return { failed, log: "", outputs: {} };
}

function checkOut(asked: NonNullable<Step["with"]>, { workspace, sources, service, files = {} }: Place): void {
  if (asked["sparse-checkout"] !== pinned) {
    if (sources !== undefined) cpSync(sources, workspace, { recursive: true });
    return;
  }
  cpSync(join(example, pinned), join(workspace, pinned), { recursive: true });
  const given = { "package-lock.json": "{}", "service.env": `SCANFORM_BASE_URL=${service}\n` };
  for (const [name, text] of Object.entries({ ...given, ...files })) writeFileSync(join(workspace, pinned, name), text);
}

const { inputs: declared, runs } = parse(readFileSync(join(repositoryRoot, "action.yml"), "utf8")) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly main: string };
};

/** Runs the action as the runner does: the inputs are in the environment, beside the runner's own tokens. */
async function runAction({ with: given = {}, env = {} }: Step, place: Place): Promise<StepEnd> {
  const unknown = Object.keys(given).filter((name) => !(name in declared));
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(", ")}.`);
  const defaults = Object.entries(declared).map(([name, { default: value = "" }]) => [name, value] as const);
  const inputs = { ...evaluatedAll({ ...Object.fromEntries(defaults), ...given }, place.context), ...place.inputs };
  const named = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value] as const);
  return start(process.execPath, [join(repositoryRoot, runs.main)], place, {
    ...evaluatedAll(env, place.context),
    ...Object.fromEntries(named),
    ACTIONS_RUNTIME_TOKEN: runtimeToken,
  });
}

const runScript = (script: string, own: NonNullable<Step["env"]>, place: Place): Promise<StepEnd> =>
  start("bash", ["-e", "-c", script], place, evaluatedAll(own, place.context));

async function start(
  command: string,
  args: readonly string[],
  { folder, workspace, host, runId, attempt, workingDirectory, env, context, eventName }: Place,
  own: Readonly<Record<string, string>>,
): Promise<StepEnd> {
  const [outputs, event] = [join(folder, "outputs"), join(folder, "event.json")];
  writeFileSync(outputs, "");
  writeFileSync(event, JSON.stringify(context.github.event));
  const child = spawn(command, args, {
    cwd: join(workspace, workingDirectory),
    env: {
      PATH: `${programs(folder)}:${process.env["PATH"] ?? ""}`,
      CI: "true",
      GITHUB_API_URL: host.url,
      GITHUB_EVENT_NAME: eventName,
      GITHUB_EVENT_PATH: event,
      GITHUB_OUTPUT: outputs,
      GITHUB_REF_NAME: "main",
      GITHUB_REPOSITORY: repository,
      GITHUB_RUN_ATTEMPT: String(attempt),
      GITHUB_RUN_ID: String(runId),
      GITHUB_SERVER_URL: "https://code.example.com",
      GITHUB_STEP_SUMMARY: join(folder, "summary"),
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: join(folder, "temp"),
      ...env,
      ...own,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { code, out, err } = await ended(child);
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
ln -s '${repositoryRoot}' node_modules/scanform
[ -e cdktf.json ] || exit 0
ln -s '${packages}/cdktn' '${packages}/constructs' '${packages}/tsx' node_modules
ln -s '${packages}/.bin/tsx' node_modules/.bin/tsx
`;
  writeFileSync(join(bin, "npm"), npm, { mode: 0o755 });
  return bin;
}

/** Keeps an artifact of a folder. `false` where the folder is missing and that is an error. */
function upload(given: NonNullable<Step["with"]>, { host, runId, at, workspace, context }: Place): boolean {
  const name = evaluated(given["name"] ?? "", context);
  const path = resolve(workspace, evaluated(given["path"] ?? "", context));
  if (!existsSync(path)) return given["if-no-files-found"] === "ignore";
  addArtifact(host, { name, run: runId, made: at, content: zipOfFolder(path) });
  return true;
}

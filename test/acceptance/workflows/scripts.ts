import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import { repositoryRoot } from "../../support/spawned";
import { temporaryFolder } from "../../support/temporary-folder";
import { type CodeHost, repository, token } from "../../support/code-host";

export const example = join(repositoryRoot, "examples/github-actions");

export interface Ended {
  readonly code: number;
  readonly log: string;
  /** What the step hands to later ones. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Runs a script of the example as a step of its workflow does. */
export async function runScript(host: CodeHost, name: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const outputs = join(temporaryFolder(), "outputs");
  const ended = await runThread(join(example, ".github/scanform", `${name}.mjs`), {
    GITHUB_API_URL: host.url,
    GITHUB_SERVER_URL: "https://code.example.com",
    GITHUB_REPOSITORY: repository,
    GITHUB_RUN_ID: "900",
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_TOKEN: token,
    GITHUB_OUTPUT: outputs,
    DEFAULT_BRANCH: "main",
    ...env,
  });
  return { ...ended, outputs: outputsOf(outputs) };
}

/**
 * Runs a module as `node` would, in a thread, which starts in less than half the time of a process: with an
 * environment, modules and an exit code of its own. Its working folder is that of the tests.
 */
export async function runThread(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Pick<Ended, "code" | "log">> {
  const thread = new Worker(path, { env: { ...env }, stdout: true, stderr: true });
  let thrown = "";
  thread.on("error", (error) => {
    thrown = `${inspect(error)}\n`;
  });
  const exited = new Promise<number>((resolve) => thread.once("exit", resolve));
  const [out, err, code] = await Promise.all([text(thread.stdout), text(thread.stderr), exited]);
  return { code, log: out + err + thrown };
}

/** What was written to the file of a step's outputs. */
export function outputsOf(path: string): Readonly<Record<string, string>> {
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return Object.fromEntries(lines.filter(Boolean).map((line) => line.split("=", 2) as [string, string]));
}

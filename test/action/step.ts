import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Job, jobOf } from "../../src/action/job";
import { Repository } from "../../src/code-host/client";
import { type CodeHost, repository, token } from "../support/code-host";
import { temporaryFolder } from "../support/temporary-folder";

/** The interface of the double, as the action has it. */
export const accessTo = ({ url }: CodeHost): Repository =>
  new Repository(
    { api: new URL(url), token: { source: "the input token", authorization: () => `Bearer ${token}` }, signal: new AbortController().signal },
    repository,
  );

/** A step with the action, and what it has left. */
export interface Step {
  readonly job: Job;
  readonly log: readonly string[];
  readonly outputs: () => string;
}

export function stepOf(
  host: CodeHost,
  env: Readonly<Record<string, string>>,
  event: object,
): Step {
  const folder = temporaryFolder();
  const [outputs, payload] = [join(folder, "outputs"), join(folder, "event.json")];
  writeFileSync(payload, JSON.stringify(event));
  const log: string[] = [];
  const job = jobOf(
    {
      GITHUB_API_URL: host.url,
      GITHUB_EVENT_PATH: payload,
      GITHUB_OUTPUT: outputs,
      GITHUB_REPOSITORY: repository,
      GITHUB_RUN_ATTEMPT: "1",
      GITHUB_RUN_ID: "900",
      GITHUB_SERVER_URL: "https://code.example.com",
      GITHUB_STEP_SUMMARY: join(folder, "summary"),
      GITHUB_WORKSPACE: folder,
      INPUT_TOKEN: token,
      RUNNER_TEMP: folder,
      ...env,
    },
    (line) => log.push(line),
  );
  return { job, log, outputs: () => (existsSync(outputs) ? readFileSync(outputs, "utf8") : "") };
}

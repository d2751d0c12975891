import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { canary } from "../../support/account";
import type { Desk } from "../../support/desk";
import { temporaryFolder } from "../../support/temporary-folder";
import { addArtifact, addRun, begun, refused } from "../../support/code-host-arrange";
import { type CodeHost, type Pull, repository, type Review, type Run } from "../../support/code-host";
import { type Circumstances, type JobEnd, runJob, runNameOf } from "./run-job";

// a story starts many processes, one after the other
jest.setTimeout(120_000);

/** A code host, and the service that its workflows plan and apply at. */
export interface Story {
  readonly host: CodeHost;
  readonly desk: Desk;
  /** Files of the default branch beside the pinned scanform, such as policies. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The policies, beside the pinned scanform. */
export const policyFile = "scanform.policy.mjs";

const skipped: JobEnd = { result: "skipped", outputs: {}, log: "" };

/** A run of scanform-synth, and the archive of what it has synthesized. */
function synthesized(host: CodeHost, run: Partial<Run>, content: Uint8Array, at: string, attempt = 1): Run {
  const made = addRun(host, { id: nextId(host), workflow: "scanform-synth.yml", created: at, ...run });
  addArtifact(host, { name: `scanform-synth-${String(attempt)}`, run: made.id, made: at, content });
  return made;
}

/** The last merge, which declares this: what pull requests are compared with. */
export const declareBase = ({ host }: Pick<Story, "host">, content: Uint8Array, at: string): Run =>
  synthesized(host, { event: "push", sha: "0".repeat(40) }, content, at);

/** What scanform-synth does for a pull request with these files. */
export async function synthesizePull({ host }: Story, { head }: Pull, sources: string, at: string) {
  const run = addRun(host, { id: nextId(host), workflow: "scanform-synth.yml", event: "pull_request", ...head });
  // not at the desk, which looks for keys in all files, and so in all packages
  const folder = temporaryFolder();
  const given = {
    host,
    folder,
    sources,
    runId: run.id,
    attempt: 1,
    at,
    event: {},
    eventName: "pull_request",
    service: "",
    key: canary,
  };
  const synth = await runJob("scanform-synth.yml", "synth", given);
  end(host, run.id, synth);
  return { run, synth };
}

/** The run that follows a run of scanform-synth. */
function following({ host, desk, files }: Story, workflow: string, synth: Run, at: string, attempt = 1): Circumstances {
  const id = nextId(host);
  const folder = join(desk.folder, `run-${String(id)}`);
  mkdirSync(folder);
  const event = {
    repository: { default_branch: "main" },
    workflow_run: {
      id: synth.id,
      html_url: `https://code.example.com/${repository}/actions/runs/${String(synth.id)}`,
      run_attempt: attempt,
      event: synth.event,
      conclusion: synth.conclusion,
      created_at: synth.created,
      head_sha: synth.sha,
      head_branch: synth.branch,
      head_repository: { full_name: synth.repository ?? repository },
    },
  };
  const title = runNameOf(workflow, event);
  addRun(host, { id, workflow, title, created: at, status: "in_progress", conclusion: null });
  const service = desk.emulator.url;
  const inputs = { "pause-seconds": "0.05" };
  const eventName = "workflow_run";
  return {
    host,
    folder,
    runId: id,
    attempt: 1,
    at,
    service,
    inputs,
    files: files ?? {},
    key: canary,
    event,
    eventName,
  };
}

/** What scanform-plan does for a pull request, the code of which synthesizes `content`. */
export function planPull(story: Story, { head }: Pull, content: Uint8Array, at: string) {
  return planSynthesized(story, synthesized(story.host, { event: "pull_request", ...head }, content, at), at);
}

/** What scanform-plan does after a run of scanform-synth or scanform-review. */
export async function planSynthesized(story: Story, synth: Run, at: string) {
  const given = following(story, "scanform-plan.yml", synth, at);
  const job = (name: string, needs: Readonly<Record<string, JobEnd>>) =>
    runJob("scanform-plan.yml", name, { ...given, needs });
  const begin = await job("begin", {});
  const plan = begin.result === "success" ? await job("plan", { begin }) : skipped;
  const comment = await job("comment", { begin, plan });
  const status = await job("status", { begin, plan, comment });
  end(story.host, given.runId, begin, plan, comment, status);
  return { begin, plan, comment, status };
}

/** What scanform-plan does once a pull request was reviewed. */
export function reviewPull(story: Story, pull: Pull, reviews: readonly Review[], at: string) {
  pull.reviews = reviews;
  const run = { id: nextId(story.host), workflow: "scanform-review.yml", event: "pull_request_review", created: at };
  return planSynthesized(story, addRun(story.host, { ...run, ...pull.head }), at);
}

/** What scanform-plan does for the merge group of a pull request, which synthesizes `content`. */
export function planGroup(story: Story, number: number, commit: string, content: Uint8Array, at: string) {
  const branch = `gh-readonly-queue/main/pr-${String(number)}-${"0".repeat(40)}`;
  const run = { event: "merge_group", branch, sha: commit };
  return planSynthesized(story, synthesized(story.host, run, content, at), at);
}

/** A push to the branch of a pull request. */
export function pushed(pull: Pull, commit: string): void {
  pull.head = { ...pull.head, sha: commit };
}

/** A merge: from here on the commit is the last one of the default branch. */
export function merge({ host }: Story, pull: Pull, as: string, at: string): void {
  Object.assign(pull, { state: "closed", merged: { at, as } });
  host.main.push(as);
}

/** Starts scanform-apply for a merge, the code of which synthesizes `content` in this attempt. */
export function startApply(story: Story, sha: string, content: Uint8Array, at: string, attempt = 1): Circumstances {
  const synth = synthesized(story.host, { event: "push", sha }, content, at, attempt);
  return following(story, "scanform-apply.yml", synth, at, attempt);
}

/** What scanform-apply does; its reviewers approve. */
export async function applyMerge({ host }: Story, given: Circumstances) {
  const find = await runJob("scanform-apply.yml", "find", given);
  const apply =
    find.result === "success" ? await runJob("scanform-apply.yml", "apply", { ...given, needs: { find } }) : skipped;
  end(host, given.runId, find, apply);
  const jobs = apply.result === "skipped" ? refused(given.attempt) : begun(apply.result, given.attempt);
  const run = host.runs.find(({ id }) => id === given.runId);
  if (run !== undefined) run.jobs = [...(run.jobs ?? []), ...jobs];
  return { find, apply };
}

/** Runs scanform-apply again, by the button of its run. */
export const applyAgain = (story: Story, given: Circumstances) =>
  applyMerge(story, { ...given, attempt: given.attempt + 1 });

/** Deletes a run, as whoever can repeat one may. */
export function deleteRun({ host }: Story, { runId }: Circumstances): void {
  host.runs.splice(
    host.runs.findIndex(({ id }) => id === runId),
    1,
  );
}

function end(host: CodeHost, id: number, ...jobs: readonly JobEnd[]): void {
  const run = host.runs.find((each) => each.id === id);
  const isDone = jobs.every(({ result }) => result !== "failure");
  if (run !== undefined) Object.assign(run, { status: "completed", conclusion: isDone ? "success" : "failure" });
}

const nextId = ({ runs }: CodeHost): number => Math.max(40, ...runs.map(({ id }) => id)) + 1;

/** What scanform-drift does when its hour has come. */
export async function lookForDrift({ host, desk }: Story, at: string) {
  const { id } = addRun(host, { id: nextId(host), workflow: "scanform-drift.yml", event: "schedule" });
  const folder = join(desk.folder, `run-${String(id)}`);
  mkdirSync(folder);
  const service = desk.emulator.url;
  const given = { host, folder, runId: id, attempt: 1, at, service, key: canary, event: {}, eventName: "schedule" };
  const drift = await runJob("scanform-drift.yml", "drift", given);
  const issue = await runJob("scanform-drift.yml", "issue", { ...given, needs: { drift } });
  return { drift, issue };
}

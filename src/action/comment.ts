import { existsSync, readFileSync } from "node:fs";
import { optionalTextAt, numberAt, pullOf } from "./answers";
import { artifactOfRun, filesOf, writeFiles } from "./artifacts";
import { commit, type Job, positive } from "./job";
import { shown } from "./plan";
import { refuse } from "./refused";

const marker = "<!-- scanform plan -->";

/** A comment has at most 65,536 characters. */
const mostCharacters = 65_000;

/** Others may write the marker too: their comments are not edited. */
const isOurs = (comment: unknown): boolean =>
  optionalTextAt(comment, "user.login") === "github-actions[bot]" &&
  optionalTextAt(comment, "user.type") === "Bot" &&
  (optionalTextAt(comment, "body") ?? "").startsWith(marker);

/** Keeps one comment with the plan on a pull request, while the plan is that of its last commit. */
export async function comment(job: Job): Promise<void> {
  const { host } = job;
  const [number, sha] = [job.input("pull-request", positive), job.event("workflow_run.head_sha", commit)];
  await fetchFromThisRun(job, "scanform-shown", "shown");
  const body = commentBody(job, sha);
  const comments = await host.list(`/issues/${number}/comments`);
  const pull = pullOf(await host.get(`/pulls/${number}`));
  if (pull.state !== "open" || pull.head.sha !== sha) {
    job.notice(`${sha} is not the last commit of the open pull request ${number} any more.`);
    return;
  }
  const ours = comments.find(isOurs);
  if (ours === undefined) await host.send("POST", `/issues/${number}/comments`, { body });
  else await host.send("PATCH", `/issues/comments/${String(numberAt(ours, "id"))}`, { body });
  job.output("shown", "true");
}

/** What another job of this run has kept, in a folder of that name. */
export async function fetchFromThisRun(job: Job, name: string, folder: string): Promise<void> {
  const runId = Number(job.variable("GITHUB_RUN_ID", positive));
  const artifact = await artifactOfRun(job.host, runId, name);
  if (artifact === undefined) refuse(`This run has no artifact ${name} any more.`);
  else writeFiles(await filesOf(job.host, artifact), job.temporary(folder));
}

function commentBody(job: Job, sha: string): string {
  const read = (name: string): string => {
    const path = job.temporary("shown", name);
    return existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  };
  const [plan, since, approvals] = [read(shown.plan), read(shown.since), read(shown.approvals)];
  const end = `Plan of ${sha}, by [this run](${job.runUrl()}).`;
  const parts = [
    plan === "" ? `${marker}\n### scanform could not plan this` : plan,
    approvals === "" ? "" : `### scanform: approvals are missing\n\n${fenced(approvals)}`,
    since.replaceAll(marker, "").trim(),
  ].filter((part) => part !== "");
  const fits = (count: number): string => [...parts.slice(0, count), end].join("\n\n");
  const most = [parts.length, 2, 1].find((count) => fits(count).length <= mostCharacters) ?? 1;
  const hint = most < parts.length ? "\n\nMore is in the summary of the run." : "";
  return `${fits(most)}${hint}\n`;
}

/** Lines as a code block, whose fence is longer than any in it. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

import { existsSync } from "node:fs";
import { postOf, pullOf } from "../code-host/answers";
import type { Files } from "../code-host/artifacts";
import { markers } from "../diagnostics/markdown";
import { keptInThisRun, writeFiles } from "./artifacts";
import { commit, type Job, positive } from "./job";
import { failedOutcome, outcomeFile, sameOutcome } from "./outcome";
import { partsShown, planFiles } from "./shown-folder";

/** A comment has at most 65,536 characters. */
const mostCharacters = 65_000;

/**
 * Keeps one comment with the plan on a pull request, while the plan is that of its last commit. Where there was nothing to
 * plan, an earlier comment says so, and none is written. What is to be kept is then in the folder `shown`.
 */
export async function comment(job: Job): Promise<void> {
  const { host } = job;
  const [number, sha] = [job.input("pull-request", positive), job.event("workflow_run.head_sha", commit)];
  const isSame = job.input("task", /^(plan|same)$/) === "same";
  const files = isSame ? sameFiles : ((await keptInThisRun(job, "scanform-shown")) ?? failedFiles);
  writeFiles(files, job.temporary("shown"));
  const body = commentBody(job, sha);
  const comments = await host.list(`/issues/${number}/comments`, postOf);
  const pull = await host.get(`/pulls/${number}`, pullOf);
  if (pull.state !== "open" || pull.head.sha !== sha) {
    job.notice(`${sha} is no longer the last commit of the open pull request ${number}.`);
    return;
  }
  // others may write the marker too: their comments are not edited
  const ours = comments.find((each) => each.isOfWorkflow && each.body.startsWith(markers.plan));
  if (ours !== undefined) await host.send("PATCH", `/issues/comments/${String(ours.id)}`, { body });
  else if (!isSame) await host.send("POST", `/issues/${number}/comments`, { body });
  job.output("shown", "true");
}

const sameFiles: Files = new Map([
  [planFiles.markdown, Buffer.from(`${markers.plan}\n### scanform: nothing to plan\n\n${sameOutcome.words}\n`)],
  [outcomeFile, Buffer.from(JSON.stringify(sameOutcome))],
]);

/** In place of what the job that plans has left, where it has not even begun. */
const failedFiles: Files = new Map([[outcomeFile, Buffer.from(JSON.stringify(failedOutcome))]]);

function commentBody(job: Job, sha: string): string {
  const parts = partsShown(job);
  const page = existsSync(job.temporary("shown", planFiles.page))
    ? ` Review it on its page, \`${planFiles.page}\` in [the artifact scanform-shown](${job.runUrl()}#artifacts).`
    : "";
  const end = `Plan of ${sha}, by [this run](${job.runUrl()}).${page}`;
  const fits = (count: number): string => [...parts.slice(0, count), end].join("\n\n");
  const most = [parts.length, 1].find((count) => fits(count).length <= mostCharacters) ?? 1;
  const hint = most < parts.length ? "\n\nMore is in the summary of the run." : "";
  return `${fits(most)}${hint}\n`;
}

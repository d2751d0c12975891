import { existsSync } from "node:fs";
import { postOf, pullOf } from "../code-host/answers";
import { fetchFromThisRun } from "./artifacts";
import { commit, type Job, positive } from "./job";
import { marker, partsShown, shown } from "./shown";

/** A comment has at most 65,536 characters. */
const mostCharacters = 65_000;

/** Keeps one comment with the plan on a pull request, while the plan is that of its last commit. */
export async function comment(job: Job): Promise<void> {
  const { host } = job;
  const [number, sha] = [job.input("pull-request", positive), job.event("workflow_run.head_sha", commit)];
  await fetchFromThisRun(job, "scanform-shown", "shown");
  const body = commentBody(job, sha);
  const comments = await host.list(`/issues/${number}/comments`, postOf);
  const pull = await host.get(`/pulls/${number}`, pullOf);
  if (pull.state !== "open" || pull.head.sha !== sha) {
    job.notice(`${sha} is not the last commit of the open pull request ${number} any more.`);
    return;
  }
  // others may write the marker too: their comments are not edited
  const ours = comments.find((each) => each.isOfWorkflow && each.body.startsWith(marker));
  if (ours === undefined) await host.send("POST", `/issues/${number}/comments`, { body });
  else await host.send("PATCH", `/issues/comments/${String(ours.id)}`, { body });
  job.output("shown", "true");
}

function commentBody(job: Job, sha: string): string {
  const parts = partsShown(job);
  const page = existsSync(job.temporary("shown", shown.page))
    ? ` Review it on its page, \`${shown.page}\` in [the artifact scanform-shown](${job.runUrl()}#artifacts).`
    : "";
  const end = `Plan of ${sha}, by [this run](${job.runUrl()}).${page}`;
  const fits = (count: number): string => [...parts.slice(0, count), end].join("\n\n");
  const most = [parts.length, 2, 1].find((count) => fits(count).length <= mostCharacters) ?? 1;
  const hint = most < parts.length ? "\n\nMore is in the summary of the run." : "";
  return `${fits(most)}${hint}\n`;
}

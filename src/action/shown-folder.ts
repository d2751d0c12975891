import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Files } from "../code-host/artifacts";
import { keptFile } from "../code-host/kept-plans";
import { fenced, markers } from "../diagnostics/markdown";
import type { Job } from "./job";
import { outcomeOf } from "./outcome";

/** What the job that has the key hands to the one that comments, in the folder `shown`, and what is kept of a plan. */
export const planFiles = {
  plan: keptFile,
  /** The same as a comment, and as a page. */
  markdown: "plan.md",
  page: "plan.html",
} as const;

/** The files of the folder `shown`. */
export const shownFiles = (job: Job): Files =>
  new Map(readdirSync(job.temporary("shown")).map((name) => [name, readFileSync(job.temporary("shown", name))]));

/** What is shown of a plan, as Markdown: the plan, and the approvals that are missing. */
export function partsShown(job: Job): readonly string[] {
  const path = job.temporary("shown", planFiles.markdown);
  const plan = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  const { asked } = outcomeOf(shownFiles(job));
  const approvals = fenced(asked.flatMap((each) => each.split("\n"))).join("\n");
  return [
    plan === "" ? `${markers.plan}\n### scanform could not plan this` : plan,
    ...(asked.length === 0 ? [] : [`### scanform: approvals are missing\n\n${approvals}`]),
  ];
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Files } from "../code-host/artifacts";
import { keptFile } from "../code-host/kept-plans";
import type { Job } from "./job";
import { outcomeOf } from "./outcome";

/** What the job that has the key hands to the one that comments, in the folder `shown`, and what is kept of a plan. */
export const shown = {
  plan: keptFile,
  /** The same as a comment, and as a page. */
  markdown: "plan.md",
  page: "plan.html",
} as const;

/** The files of the folder `shown`. */
export const shownFiles = (job: Job): Files =>
  new Map(readdirSync(job.temporary("shown")).map((name) => [name, readFileSync(job.temporary("shown", name))]));

/** The comment with the plan begins with it. */
export const marker = "<!-- scanform plan -->";

/** What is shown of a plan, as Markdown: the plan, and the approvals that are missing. */
export function partsShown(job: Job): readonly string[] {
  const path = job.temporary("shown", shown.markdown);
  const plan = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  const { asked } = outcomeOf(shownFiles(job));
  return [
    plan === "" ? `${marker}\n### scanform could not plan this` : plan,
    ...(asked.length === 0 ? [] : [`### scanform: approvals are missing\n\n${fenced(asked.join("\n"))}`]),
  ];
}

/** Lines as a code block, whose fence is longer than any in it. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Files } from "../code-host/artifacts";
import type { Job } from "./job";

/** What the job that has the key hands to the one that comments, in the folder `shown`, and what is kept of a plan. */
export const shown = {
  plan: "plan.md",
  document: "plan.json",
  page: "plan.html",
  saved: "reviewed.plan",
  since: "since.md",
  approvals: "approvals.txt",
} as const;

/** The files of the folder `shown`. */
export const shownFiles = (job: Job): Files =>
  new Map(readdirSync(job.temporary("shown")).map((name) => [name, readFileSync(job.temporary("shown", name))]));

/** The comment with the plan begins with it. */
export const marker = "<!-- scanform plan -->";

/** What is shown of a plan, as Markdown: the plan, the approvals that are missing, what has changed since one. */
export function partsShown(job: Job): readonly string[] {
  const read = (name: string): string => {
    const path = job.temporary("shown", name);
    return existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  };
  const [plan, since, approvals] = [read(shown.plan), read(shown.since), read(shown.approvals)];
  return [
    plan === "" ? `${marker}\n### scanform could not plan this` : plan,
    approvals === "" ? "" : `### scanform: approvals are missing\n\n${fenced(approvals)}`,
    since.replaceAll(marker, "").trim(),
  ].filter((part) => part !== "");
}

/** Lines as a code block, whose fence is longer than any in it. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

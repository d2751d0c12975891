import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { filesOf, newest } from "./artifacts";
import type { Job } from "./job";
import { digestsOf, documentFile, keptPlans } from "./kept-plans";
import type { Scanform } from "./programs";
import { approvalsOf } from "./pull-requests";

/**
 * What has changed since the plan that was approved, as Markdown: since the newest approval that is in force, and the plan
 * that scanform-plan had kept for the approved commit before it. Undefined where there is none, or where it is the same
 * plan. For reading: what counts as approved is decided by `scanform approve check`.
 */
export async function sinceApproved(
  job: Job,
  number: number,
  base: string,
  { run }: Pick<Scanform, "run">,
): Promise<string | undefined> {
  const approval = (await approvalsOf(job.host, number)).at(-1);
  if (approval === undefined) return undefined;
  const kept = newest(await keptPlans(job.host, number, approval.sha, base), approval.at);
  if (kept === undefined) return undefined;
  const approved = await filesOf(job.host, kept);
  const later = readFileSync(job.temporary("shown", documentFile));
  const isSame = digestsOf(approved).join("\n") === digestsOf(new Map([[documentFile, later]])).join("\n");
  if (isSame) return undefined;
  mkdirSync(job.temporary("approved"));
  writeFileSync(job.temporary("approved", documentFile), approved.get(documentFile) ?? "");
  const { code, out } = await run(
    ["compare", `approved/${documentFile}`, `shown/${documentFile}`, "--format", "markdown"],
    job.temporary(),
  );
  return code === 0 ? out : "### scanform: the plan is another one than was approved, and the two cannot be compared";
}

import { mkdirSync, writeFileSync } from "node:fs";
import type { Pull } from "../code-host/answers";
import { KeptPlans } from "../code-host/kept-plans";
import { documentFile, isSamePlan } from "./digests";
import type { Job } from "./job";
import { outcomeOf } from "./outcome";
import type { Scanform } from "./programs";
import { planWorkflow, writersApprovals } from "./pull-requests";
import { shownFiles } from "./shown";

/**
 * What has changed since the plan that was approved, as Markdown: since the newest approval that is in force, and the plan
 * that was the newest then. Undefined where there is none, or where it is the same plan. For reading: what counts as approved
 * is decided by `scanform approve check`.
 */
export async function sinceApproved(
  job: Job,
  pull: Pull,
  { run }: Pick<Scanform, "run">,
): Promise<string | undefined> {
  const [approval] = await writersApprovals(job.host, pull);
  if (approval === undefined) return undefined;
  const kept = await KeptPlans.of(job.host, pull, planWorkflow, Date.now());
  const plans = await kept.at(approval.given);
  if (typeof plans === "string") return undefined;
  const approved = await kept.filesOf(plans[0]);
  if (typeof approved === "string") return undefined;
  if (outcomeOf(approved).kind !== "planned" || isSamePlan(approved, shownFiles(job))) return undefined;
  mkdirSync(job.temporary("approved"));
  writeFileSync(job.temporary("approved", documentFile), approved.get(documentFile) ?? "");
  const { code, out } = await run(
    ["compare", `approved/${documentFile}`, `shown/${documentFile}`, "--format", "markdown"],
    job.temporary(),
  );
  return code === 0 ? out : "### scanform: the plan is another one than was approved, and the two cannot be compared";
}

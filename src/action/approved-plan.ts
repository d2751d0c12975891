import { mkdirSync, writeFileSync } from "node:fs";
import type { Pull } from "../code-host/answers";
import { keptFile, KeptPlans } from "../code-host/kept-plans";
import { isSamePlan } from "./digests";
import type { Job } from "./job";
import { outcomeOf } from "./outcome";
import { planWorkflow, writersApprovals } from "./pull-requests";
import { shownFiles } from "./shown-folder";

/**
 * The file of the plan that was approved: the newest at the newest approval that is in force. Undefined where there is
 * none, or where it is the plan that is shown. For reading: `scanform approve check` decides what is approved.
 */
export async function approvedPlan(job: Job, pull: Pull): Promise<string | undefined> {
  const [approval] = await writersApprovals(job.host, pull);
  if (approval === undefined) return undefined;
  const kept = await KeptPlans.of(job.host, pull, planWorkflow, Date.now());
  const plans = await kept.at(approval.given);
  if (typeof plans === "string") return undefined;
  const approved = await kept.filesOf(plans[0]);
  if (typeof approved === "string") return undefined;
  if (outcomeOf(approved).kind !== "planned" || isSamePlan(approved, shownFiles(job))) return undefined;
  mkdirSync(job.temporary("approved"));
  const file = job.temporary("approved", keptFile);
  writeFileSync(file, approved.get(keptFile) ?? "");
  return file;
}

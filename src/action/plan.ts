import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import type { Pull } from "../code-host/answers";
import { artifactOfRun, lastArtifact, usableFiles, writeFiles } from "./artifacts";
import { type Job, commit, positive } from "./job";
import { furtherArguments, installScanform, type Scanform } from "./programs";
import { openPullRequest } from "./pull-requests";
import { refuse } from "../code-host/refused";
import { partsShown, shown } from "./shown";
import { sinceApproved } from "./since-approved";

/** The exit code of scanform for a plan that is refused by a policy, a gate or a safety limit. */
export const refused = 3;

/**
 * Plans what scanform-synth kept of a pull request, compared with what it kept of the default branch, into the folder
 * `shown`. Nothing of the pull request is run.
 */
export async function plan(job: Job): Promise<void> {
  const { host } = job;
  job.variable("GITHUB_EVENT_NAME", /^workflow_run$/);
  const base = job.event("repository.default_branch");
  const found = await openPullRequest(
    host,
    {
      sha: job.event("workflow_run.head_sha", commit),
      branch: job.event("workflow_run.head_branch"),
      repository: job.event("workflow_run.head_repository.full_name"),
    },
    base,
  );
  if ("why" in found) {
    job.notice(found.why);
    return;
  }
  const folder = job.temporary("shown");
  mkdirSync(folder);
  writeFileSync(job.temporary("shown", shown.plan), "");
  job.output("number", String(found.number));
  try {
    const scanform = await installScanform(job);
    writeFiles(await synthesizedOf(job), job.temporary("synthesized"));
    writeFiles(await declaredBy(job, base), job.temporary("base"));
    await planInto(folder, job, scanform);
    await lookBack(job, scanform, found);
  } finally {
    job.summary(`${partsShown(job).join("\n\n")}\n`);
  }
}

/** What the run of scanform-synth has kept that this run follows. None of it is run, whoever has made it. */
export async function synthesizedOf(job: Job): Promise<ReadonlyMap<string, Buffer>> {
  const runId = job.event("workflow_run.id", positive);
  const name = `scanform-synth-${job.event("workflow_run.run_attempt", positive)}`;
  const artifact = await artifactOfRun(job.host, Number(runId), name);
  return artifact === undefined
    ? refuse(`The run ${runId} has no artifact ${name} any more. Run scanform-synth again.`)
    : usableFiles(job.host, artifact);
}

/** What the default branch declares: what scanform-synth has kept of its last merge. */
export async function declaredBy({ host }: Job, branch: string): Promise<ReadonlyMap<string, Buffer>> {
  const filter = "event=push&status=success";
  const artifact = await lastArtifact(host, "scanform-synth.yml", branch, filter, "scanform-synth");
  return artifact === undefined
    ? refuse(
        `No run of scanform-synth has what ${branch} declares any more. Run it again for the last merge, and then this.`,
      )
    : usableFiles(host, artifact);
}

async function planInto(folder: string, job: Job, { run, policed }: Scanform): Promise<void> {
  const from = ["--synthesized", "../synthesized", "--base", "../base"];
  const to = ["--format", "markdown", "--out", shown.saved, "--document", shown.document, "--page", shown.page];
  const { code, out } = await run(["plan", ...from, ...to, ...policed, ...furtherArguments(job)], folder, "api keys");
  writeFileSync(job.temporary("shown", shown.plan), out);
  // a base that cannot be compared with closes the gate: the plan is saved, and scanform-apply asks its reviewers
  if (code === refused && !existsSync(job.temporary("shown", shown.saved)))
    refuse("The plan is refused, by a policy or a safety limit, so it is not kept, and cannot be applied.");
  if (code !== 0 && code !== refused) refuse(`scanform plan ended with ${String(code)}.`);
}

/** Whether those whom policies ask have approved this plan, and what has changed since an approval. Uses no key. */
async function lookBack(job: Job, scanform: Scanform, pull: Pull): Promise<void> {
  if (scanform.policed.length > 0) {
    const approvals = await approvalCheck(job, scanform, job.temporary("shown", shown.document), pull.number);
    if (approvals.missing) writeFileSync(job.temporary("shown", shown.approvals), approvals.text);
  }
  const since = await sinceApproved(job, pull, scanform);
  if (since !== undefined) writeFileSync(job.temporary("shown", shown.since), since);
}

/** Whether those whom policies ask have approved a plan, by its document. */
export async function approvalCheck(
  job: Job,
  { run, policed }: Scanform,
  document: string,
  number: number,
): Promise<{ readonly missing: boolean; readonly text: string }> {
  const of = ["--repository", job.host.name, "--pull", String(number)];
  const args = ["approve", "check", "--plan", document, ...policed, ...of];
  const { code, out } = await run(args, job.temporary(), "token of the job");
  if (code !== 0 && code !== refused) refuse(`scanform approve check ended with ${String(code)}.`);
  return { missing: code === refused, text: out };
}

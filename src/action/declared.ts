import type { Files } from "../code-host/artifacts";
import { refuse } from "../code-host/refused";
import { artifactOfRun, lastArtifact, usableFiles } from "./artifacts";
import { type Job, positive } from "./job";

/** What the run of scanform-synth has kept that this run follows. None of it is run, whoever has made it. */
export async function synthesizedOf(job: Job): Promise<Files> {
  const runId = job.event("workflow_run.id", positive);
  const name = `scanform-synth-${job.event("workflow_run.run_attempt", positive)}`;
  const artifact = await artifactOfRun(job.host, Number(runId), name);
  return artifact === undefined
    ? refuse(`The run ${runId} no longer has the artifact ${name}. Run scanform-synth again.`)
    : usableFiles(job.host, artifact);
}

/** Of the runs of scanform-synth on the default branch: after a merge, each week, and by hand. */
const events = ["push", "schedule", "workflow_dispatch"];

/** What a branch declares: what scanform-synth has kept of it last. Undefined where nothing is kept any more. */
export async function keptDeclaration({ host }: Job, branch: string): Promise<Files | undefined> {
  const runs = { workflow: "scanform-synth.yml", branch, events, status: "success" } as const;
  const artifact = await lastArtifact(host, runs, "scanform-synth");
  return artifact === undefined ? undefined : usableFiles(host, artifact);
}

/** The same. @throws Refused where nothing is kept any more */
export const declaredBy = async (job: Job, branch: string): Promise<Files> =>
  (await keptDeclaration(job, branch)) ??
  refuse(
    `No run of scanform-synth still has what ${branch} declares. Run that workflow on ${branch}, and then re-run this.`,
  );

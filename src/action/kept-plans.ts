import { isObject } from "../model/json";
import { type Artifact, artifactOf, numberAt, optionalAt, runOf } from "../code-host/answers";
import type { Files } from "./artifacts";
import type { Repository } from "../code-host/client";
import { refuse } from "../code-host/refused";

/** The workflow that plans pull requests, by its file. */
const planWorkflow = "scanform-plan.yml";

/** The plans that scanform-plan has kept for a commit of a pull request. Other artifacts of that name are left out. */
export async function keptPlans(
  host: Repository,
  number: number,
  sha: string,
  branch: string,
): Promise<readonly Artifact[]> {
  const name = `scanform-plan-${String(number)}-${sha}`;
  const listed = await host.list(`/actions/artifacts?name=${name}`, artifactOf, "artifacts");
  const workflowId = await host.get(`/actions/workflows/${planWorkflow}`, (answer) => numberAt(answer, "id"));
  const kept: Artifact[] = [];
  for (const artifact of listed) {
    if (artifact.name !== name || artifact.expired) continue;
    if (artifact.runId === undefined || artifact.branch !== branch) continue;
    const run = await host.get(`/actions/runs/${String(artifact.runId)}`, runOf);
    // only `workflow_run` always runs the workflow as it is on the default branch
    if (run.workflowId === workflowId && run.event === "workflow_run" && run.branch === branch && run.isOwn)
      kept.push(artifact);
  }
  return kept;
}

/** The file of a kept plan with the document of `scanform plan --json`. */
export const documentFile = "plan.json";

/** The account and the digest of each plan in the document that was kept, sorted; equal for equal plans. */
export function digestsOf(files: Files): readonly string[] {
  const document: unknown = JSON.parse(files.get(documentFile)?.toString("utf8") ?? "{}");
  const accounts = optionalAt(document, "accounts");
  if (!Array.isArray(accounts) || accounts.length === 0) return refuse("The kept plan has no accounts.");
  return accounts.map(digestOf).sort();
}

function digestOf(account: unknown): string {
  const digest = isObject(account) ? account["digest"] : undefined;
  if (!isObject(account) || typeof digest !== "string" || !/^[0-9a-f]{64}$/.test(digest))
    return refuse("The kept plan has no digest.");
  return `${String(account["account_id"])} ${digest}`;
}

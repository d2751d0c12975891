import { get, getAll } from "./host.mjs";
import { input, Refused } from "./script.mjs";

const workflow = "scanform-plan.yml";

/** The plans that scanform-plan has kept for a commit of a pull request. Other artifacts of that name are left out. */
export async function keptPlans(number, sha) {
  const name = `scanform-plan-${number}-${sha}`;
  const { id: workflowId } = await get(`/actions/workflows/${workflow}`);
  const listed = await getAll(`/actions/artifacts?name=${name}`, "artifacts");
  const base = input("DEFAULT_BRANCH");
  const kept = [];
  for (const artifact of listed) {
    if (artifact.name !== name || artifact.expired || artifact.workflow_run?.head_branch !== base) continue;
    const run = await get(`/actions/runs/${artifact.workflow_run.id}`);
    // only `workflow_run` always runs the workflow as it is on the default branch
    const isOurs =
      run.workflow_id === workflowId &&
      run.event === "workflow_run" &&
      run.head_branch === base &&
      run.head_repository?.id === run.repository.id;
    if (isOurs) kept.push(artifact);
  }
  return kept;
}

/** What `scanform show --json` says of a plan: its accounts, each with a digest and its repositories by verdict. */
export function accountsOf(json) {
  const { accounts } = JSON.parse(json);
  if (!Array.isArray(accounts) || accounts.length === 0) throw new Refused("The kept plan has no accounts.");
  return accounts.map(({ account_id: id, digest, summary }) => {
    const { weakens, unclassified } = summary?.repositories ?? {};
    if (!/^[0-9a-f]{64}$/.test(digest) || !Number.isInteger(weakens) || !Number.isInteger(unclassified))
      throw new Refused("The kept plan has no digest, or no verdict.");
    return { id, digest, weakens, unclassified };
  });
}

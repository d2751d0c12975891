import { type Artifact, type Pull, repository, type Review, type Run, type State } from "./code-host-state";

// What the code host's API says of its state.

export const pullOf = (pull: Pull | undefined): unknown =>
  pull && {
    number: pull.number,
    state: pull.state,
    merged_at: pull.merged?.at ?? null,
    merge_commit_sha: pull.merged?.as ?? pull.trial ?? null,
    base: { ref: pull.base, repo: { full_name: repository } },
    head: { ref: pull.head.branch, sha: pull.head.sha, repo: { full_name: pull.head.repository } },
  };

export const reviewOf = ({ by, isBot = false, state, sha, at }: Review, index: number): unknown => ({
  id: index,
  user:
    by === undefined
      ? null
      : { id: by, login: `user-${String(by)}${isBot ? "[bot]" : ""}`, type: isBot ? "Bot" : "User" },
  state,
  commit_id: sha,
  submitted_at: at,
});

export const artifactOf =
  ({ runs }: State) =>
  ({ id, name, run, made, content, expired = false, size = content.length }: Artifact): unknown => {
    const { branch, sha } = runs.find((each) => each.id === run) ?? { branch: "", sha: "" };
    const workflowRun = { id: run, head_branch: branch, head_sha: sha };
    return { id, name, expired, size_in_bytes: size, created_at: made, workflow_run: workflowRun };
  };

export const runOf = (run: Run): unknown => ({
  id: run.id,
  workflow_id: workflowId(run.workflow),
  event: run.event,
  head_branch: run.branch,
  head_sha: run.sha,
  display_title: run.title ?? "",
  status: run.status,
  conclusion: run.conclusion,
  repository: { id: 1 },
  head_repository: { id: (run.repository ?? repository) === repository ? 1 : 2 },
});

/** The code host knows nothing of bots here. */
export function permissionOf({ permissions }: State, login: string): unknown {
  const id = /^user-(\d+)$/.exec(login)?.[1];
  return id === undefined ? undefined : { permission: permissions.get(Number(id)) ?? "write" };
}

/** The jobs of a run's latest attempt, or of all. */
export function jobsOf({ runs }: State, id: string, all: boolean): readonly unknown[] {
  const jobs = runs.find((run) => String(run.id) === id)?.jobs ?? [];
  const latest = Math.max(...jobs.map(({ attempt }) => attempt));
  return jobs
    .filter(({ attempt }) => all || attempt === latest)
    .map(({ attempt, steps, ...job }) => ({ ...job, run_attempt: attempt, steps: steps.map((name) => ({ name })) }));
}

export const workflowId = (file: string): number =>
  Buffer.from(file).reduce((sum, byte) => (sum * 31 + byte) % 99_991, 7);

import { isObject } from "../model/json";
import { refuse } from "./refused";

/** A run of a workflow. */
export interface Run {
  readonly id: number;
  readonly workflowId: number;
  /** How many times it was run. */
  readonly attempts: number;
  readonly event: string;
  readonly status: string;
  readonly branch: string | undefined;
  readonly sha: string;
  readonly title: string;
  /** The run's code is of this repository, not of a fork. */
  readonly isOwn: boolean;
}

/** What a run has kept. */
export interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly expired: boolean;
  readonly size: number;
  /** ISO 8601, UTC. */
  readonly made: string;
  readonly runId: number | undefined;
  readonly branch: string | undefined;
}

export interface Pull {
  readonly number: number;
  readonly state: string;
  /** The login of its author; undefined where the account was deleted. */
  readonly author: string | undefined;
  readonly base: { readonly branch: string; readonly repository: string };
  /** `repository` is undefined where a fork was deleted. */
  readonly head: { readonly branch: string; readonly sha: string; readonly repository: string | undefined };
  /** ISO 8601, UTC. */
  readonly mergedAt: string | undefined;
  readonly mergeCommit: string | undefined;
}

export interface Review {
  readonly id: number;
  readonly user: User | undefined;
  readonly state: string;
  readonly sha: string | undefined;
  /** ISO 8601, UTC; undefined while it is not submitted. */
  readonly at: string | undefined;
}

export interface User {
  readonly id: number;
  readonly login: string;
  readonly type: string;
}

export const runOf = (answer: unknown): Run => ({
  id: numberAt(answer, "id"),
  workflowId: numberAt(answer, "workflow_id"),
  attempts: optionalAt(answer, "run_attempt") === undefined ? 1 : numberAt(answer, "run_attempt"),
  event: textAt(answer, "event"),
  status: textAt(answer, "status"),
  branch: optionalTextAt(answer, "head_branch"),
  sha: textAt(answer, "head_sha"),
  title: optionalTextAt(answer, "display_title") ?? "",
  isOwn: optionalAt(answer, "head_repository.id") === numberAt(answer, "repository.id"),
});

export const artifactOf = (answer: unknown): Artifact => ({
  id: numberAt(answer, "id"),
  name: textAt(answer, "name"),
  expired: optionalAt(answer, "expired") !== false,
  size: numberAt(answer, "size_in_bytes"),
  made: textAt(answer, "created_at"),
  runId: optionalAt(answer, "workflow_run.id") === undefined ? undefined : numberAt(answer, "workflow_run.id"),
  branch: optionalTextAt(answer, "workflow_run.head_branch"),
});

export const pullOf = (answer: unknown): Pull => ({
  number: numberAt(answer, "number"),
  state: textAt(answer, "state"),
  author: optionalTextAt(answer, "user.login"),
  base: { branch: textAt(answer, "base.ref"), repository: textAt(answer, "base.repo.full_name") },
  head: {
    branch: textAt(answer, "head.ref"),
    sha: textAt(answer, "head.sha"),
    repository: optionalTextAt(answer, "head.repo.full_name"),
  },
  mergedAt: optionalTextAt(answer, "merged_at"),
  mergeCommit: optionalTextAt(answer, "merge_commit_sha"),
});

export const reviewOf = (answer: unknown): Review => ({
  id: numberAt(answer, "id"),
  user: userAt(answer, "user"),
  state: textAt(answer, "state"),
  sha: optionalTextAt(answer, "commit_id"),
  at: optionalTextAt(answer, "submitted_at"),
});

export const userAt = (answer: unknown, path: string): User | undefined =>
  optionalAt(answer, path) === undefined
    ? undefined
    : {
        id: numberAt(answer, `${path}.id`),
        login: textAt(answer, `${path}.login`),
        type: textAt(answer, `${path}.type`),
      };

/** The value at a path such as `head.repo`; undefined where there is none. */
export function optionalAt(answer: unknown, path: string): unknown {
  let value = answer;
  for (const step of path.split(".")) value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value ?? undefined;
}

export function textAt(answer: unknown, path: string): string {
  const value = optionalAt(answer, path);
  return typeof value === "string" ? value : refuse(`An answer of the code host has no text ${path}.`);
}

export const optionalTextAt = (answer: unknown, path: string): string | undefined =>
  optionalAt(answer, path) === undefined ? undefined : textAt(answer, path);

export function numberAt(answer: unknown, path: string): number {
  const value = optionalAt(answer, path);
  return Number.isSafeInteger(value) ? (value as number) : refuse(`An answer of the code host has no number ${path}.`);
}

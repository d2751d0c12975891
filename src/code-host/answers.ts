import { isObject } from "../model/json";
import { Refused } from "./refused";

// The answers of the code host, as far as they are read. No package reads them: the action's bundle stays small.
// Moments are milliseconds since 1970.

/** An answer, or another JSON document, of another form than expected. */
export class WrongForm extends Refused {}

/** The people and teams that an environment asks before a job may run in it, by their names. */
export function reviewersOf(answer: unknown): readonly string[] {
  const rules = optionalAt(answer, "protection_rules") === undefined ? [] : listAt(answer, "protection_rules");
  return rules
    .filter((rule) => optionalAt(rule, "type") === "required_reviewers")
    .flatMap((rule) => listAt(rule, "reviewers"))
    .map((each) => optionalTextAt(each, "reviewer.login") ?? optionalTextAt(each, "reviewer.slug") ?? "somebody");
}

/** A run of a workflow. */
export type Run = Readonly<ReturnType<typeof runOf>>;

export const runOf = (answer: unknown) => ({
  id: numberAt(answer, "id"),
  /** Counts the runs of its workflow. */
  number: numberAt(answer, "run_number"),
  workflowId: numberAt(answer, "workflow_id"),
  /** How many times it was run. */
  attempts: optionalNumberAt(answer, "run_attempt") ?? 1,
  event: textAt(answer, "event"),
  /** Empty where the host does not know it. */
  status: optionalTextAt(answer, "status") ?? "",
  branch: optionalTextAt(answer, "head_branch"),
  sha: textAt(answer, "head_sha"),
  title: optionalTextAt(answer, "display_title") ?? "",
  created: momentAt(answer, "created_at"),
  updated: momentAt(answer, "updated_at"),
  /** The run's code is of this repository, not of a fork. */
  isOwn: optionalAt(answer, "head_repository.id") === numberAt(answer, "repository.id"),
});

/** What a run has kept. */
export type Artifact = Readonly<ReturnType<typeof artifactOf>>;

export const artifactOf = (answer: unknown) => ({
  id: numberAt(answer, "id"),
  name: textAt(answer, "name"),
  expired: optionalAt(answer, "expired") !== false,
  size: numberAt(answer, "size_in_bytes"),
  made: momentAt(answer, "created_at"),
  /** Such as `sha256:…`; older hosts have none. */
  digest: optionalTextAt(answer, "digest"),
  runId: optionalNumberAt(answer, "workflow_run.id"),
  branch: optionalTextAt(answer, "workflow_run.head_branch"),
});

export type Pull = Readonly<ReturnType<typeof pullOf>>;

export const pullOf = (answer: unknown) => ({
  number: numberAt(answer, "number"),
  state: textAt(answer, "state"),
  author: userAt(answer, "user"),
  opened: momentAt(answer, "created_at"),
  base: {
    branch: textAt(answer, "base.ref"),
    repository: textAt(answer, "base.repo.full_name"),
    defaultBranch: textAt(answer, "base.repo.default_branch"),
  },
  head: {
    branch: textAt(answer, "head.ref"),
    sha: textAt(answer, "head.sha"),
    /** Undefined where a fork was deleted. */
    repository: optionalTextAt(answer, "head.repo.full_name"),
  },
  mergedAt: optionalMomentAt(answer, "merged_at"),
  mergeCommit: optionalTextAt(answer, "merge_commit_sha"),
  /** How many files it changes; lists do not say. */
  changedFiles: optionalNumberAt(answer, "changed_files"),
});

export type Review = Readonly<ReturnType<typeof reviewOf>>;

export const reviewOf = (answer: unknown) => ({
  id: numberAt(answer, "id"),
  user: userAt(answer, "user"),
  state: textAt(answer, "state"),
  sha: optionalTextAt(answer, "commit_id"),
  /** Undefined while it is not submitted. */
  at: optionalMomentAt(answer, "submitted_at"),
});

export type User = Readonly<NonNullable<ReturnType<typeof userAt>>>;

/** Undefined where the account was deleted. */
const userAt = (answer: unknown, path: string) =>
  optionalAt(answer, path) === undefined
    ? undefined
    : {
        id: numberAt(answer, `${path}.id`),
        login: textAt(answer, `${path}.login`),
        type: textAt(answer, `${path}.type`),
      };

/** A comment, an issue, or a pull request as an issue. */
export const postOf = (answer: unknown) => ({
  id: numberAt(answer, "id"),
  /** None of a comment. */
  number: optionalNumberAt(answer, "number"),
  body: optionalTextAt(answer, "body") ?? "",
  /** Its page. */
  page: optionalTextAt(answer, "html_url"),
  /** It was written by the job of a workflow. */
  isOfWorkflow:
    optionalTextAt(answer, "user.login") === "github-actions[bot]" && optionalTextAt(answer, "user.type") === "Bot",
  isPull: optionalAt(answer, "pull_request") !== undefined,
});

/** A job of a run. One that was skipped, or waits for approval, has no steps. */
export const jobOf = (answer: unknown) => ({
  name: textAt(answer, "name"),
  steps: (optionalAt(answer, "steps") === undefined ? [] : listAt(answer, "steps")).map((step) => ({
    name: textAt(step, "name"),
    conclusion: optionalTextAt(step, "conclusion"),
  })),
});

/** The value at a path such as `head.repo`; undefined where there is none. */
export function optionalAt(answer: unknown, path: string): unknown {
  let value = answer;
  for (const step of path.split(".")) value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value ?? undefined;
}

export function textAt(answer: unknown, path: string): string {
  const value = optionalAt(answer, path);
  return typeof value === "string" ? value : wrong(`There is no text ${path}.`);
}

export const optionalTextAt = (answer: unknown, path: string): string | undefined =>
  optionalAt(answer, path) === undefined ? undefined : textAt(answer, path);

export function numberAt(answer: unknown, path: string): number {
  const value = optionalAt(answer, path);
  return Number.isSafeInteger(value) ? (value as number) : wrong(`There is no number ${path}.`);
}

const optionalNumberAt = (answer: unknown, path: string): number | undefined =>
  optionalAt(answer, path) === undefined ? undefined : numberAt(answer, path);

const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function momentAt(answer: unknown, path: string): number {
  const text = textAt(answer, path);
  const time = momentForm.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? wrong(`There is no time ${path}.`) : time;
}

const optionalMomentAt = (answer: unknown, path: string): number | undefined =>
  optionalAt(answer, path) === undefined ? undefined : momentAt(answer, path);

/** The list at a path; the answer itself where there is no path. */
export function listAt(answer: unknown, path?: string): readonly unknown[] {
  const value = path === undefined ? answer : optionalAt(answer, path);
  return Array.isArray(value)
    ? (value as unknown[])
    : wrong(`There is no list${path === undefined ? "" : ` ${path}`}.`);
}

function wrong(message: string): never {
  throw new WrongForm(message);
}

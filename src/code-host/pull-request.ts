import { z } from "zod";
import { fail } from "../diagnostics/error";
import type { CodeHost } from "./client";
import { moment, userShape } from "./shapes";

const pullShape = z.object({
  number: z.int(),
  user: userShape.nullable(),
  created_at: moment,
  base: z.object({ repo: z.object({ id: z.int(), full_name: z.string(), default_branch: z.string() }) }),
});

const reviewShape = z.object({
  id: z.int(),
  user: userShape.nullable(),
  state: z.string(),
  submitted_at: moment.nullish(),
});

/** An approving review. */
export interface Approval {
  readonly id: number;
  readonly login: string;
  /** Milliseconds since 1970. */
  readonly given: number;
}

export interface PullRequest {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly opened: number;
  readonly author: string | undefined;
  /** Such as `/repos/acme/settings`. */
  readonly repositoryPath: string;
  readonly repositoryId: number;
  readonly defaultBranch: string;
  /** The approvals that stand, by others than the author, the newest first. */
  readonly approvals: readonly Approval[];
}

/** @param repository such as `acme/settings` */
export async function readPullRequest(host: CodeHost, repository: string, number: number): Promise<PullRequest> {
  const repositoryPath = `/repos/${repository}`;
  const path = `${repositoryPath}/pulls/${String(number)}`;
  const { user, created_at: opened, base, ...read } = await host.get(path, pullShape);
  if (read.number !== number || base.repo.full_name.toLowerCase() !== repository.toLowerCase())
    fail("code-host", `GET ${path} was answered with another pull request. Nothing passes without it.`);
  const reviews = await host.list(`${path}/reviews`, z.array(reviewShape), (page) => page);
  return {
    number,
    opened,
    author: user?.login,
    repositoryPath,
    repositoryId: base.repo.id,
    defaultBranch: base.repo.default_branch,
    approvals: standing(reviews).filter(({ login, by }) => by !== user?.id && !isSameLogin(login, user?.login ?? "")),
  };
}

export const isSameLogin = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * The approvals that nothing has taken back: a later request for changes of the same person does, and so does a later
 * review of theirs that was dismissed, since it may have been one. A comment does not.
 */
function standing(reviews: readonly z.infer<typeof reviewShape>[]): readonly (Approval & { readonly by: number })[] {
  const byUser = new Map<number, (Approval & { readonly by: number })[]>();
  const given = reviews.flatMap(({ id, user, state, submitted_at: at }) =>
    user === null || typeof at !== "number" ? [] : [{ id, by: user.id, login: user.login, state, given: at }],
  );
  for (const { state, ...review } of given.toSorted((a, b) => a.given - b.given || a.id - b.id)) {
    if (state === "APPROVED") byUser.set(review.by, [...(byUser.get(review.by) ?? []), review]);
    else if (state === "CHANGES_REQUESTED" || state === "DISMISSED") byUser.delete(review.by);
  }
  return [...byUser.values()].flat().toSorted((a, b) => b.given - a.given || b.id - a.id);
}

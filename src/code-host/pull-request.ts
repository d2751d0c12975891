import { pullOf, type Review, reviewOf } from "./answers";
import type { Repository } from "./client";
import { refuse } from "./refused";

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
  readonly defaultBranch: string;
  /** The approvals that are in force, by others than the author, the newest first. */
  readonly approvals: readonly Approval[];
}

export async function readPullRequest(host: Repository, number: number): Promise<PullRequest> {
  const path = `/pulls/${String(number)}`;
  const { author: user, opened, base, ...read } = await host.get(path, pullOf);
  if (read.number !== number || base.repository.toLowerCase() !== host.name.toLowerCase())
    refuse(`Pull request ${String(number)} of ${host.name} was answered with another one.`);
  const reviews = await host.list(`${path}/reviews`, reviewOf);
  return {
    number,
    opened,
    author: user?.login,
    defaultBranch: base.defaultBranch,
    approvals: standing(reviews).filter(({ login, by }) => by !== user?.id && !isSameLogin(login, user?.login ?? "")),
  };
}

export const isSameLogin = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * The approvals that nothing has taken back: a later request for changes of the same person does, and so does a later
 * review of theirs that was dismissed, since it may have been one. A comment does not.
 */
function standing(reviews: readonly Review[]): readonly (Approval & { readonly by: number })[] {
  const byUser = new Map<number, (Approval & { readonly by: number })[]>();
  const given = reviews.flatMap(({ id, user, state, at }) =>
    user === undefined || at === undefined ? [] : [{ id, by: user.id, login: user.login, state, given: at }],
  );
  for (const { state, ...review } of given.toSorted((a, b) => a.given - b.given || a.id - b.id)) {
    if (state === "APPROVED") byUser.set(review.by, [...(byUser.get(review.by) ?? []), review]);
    else if (state === "CHANGES_REQUESTED" || state === "DISMISSED") byUser.delete(review.by);
  }
  return [...byUser.values()].flat().toSorted((a, b) => b.given - a.given || b.id - a.id);
}

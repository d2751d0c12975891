import { type Pull, pullOf, type Review, reviewOf, type User } from "./answers";
import type { Repository } from "./client";
import { refuse } from "./refused";

/** An approving review. */
export interface Approval {
  readonly by: User;
  /** The commit that was approved. */
  readonly sha: string | undefined;
  /** Milliseconds since 1970. */
  readonly given: number;
}

/** @throws Refused where the host answers with another one */
export async function readPull(host: Repository, number: number): Promise<Pull> {
  const pull = await host.get(`/pulls/${String(number)}`, pullOf);
  if (pull.number !== number || pull.base.repository.toLowerCase() !== host.name.toLowerCase())
    refuse(`Pull request ${String(number)} of ${host.name} was answered with another one.`);
  return pull;
}

/** The approvals of a pull request that are in force at a moment, by others than its author, the newest first. */
export async function approvalsOf(
  host: Repository,
  { number, author }: Pick<Pull, "number" | "author">,
  moment = Infinity,
): Promise<readonly Approval[]> {
  const reviews = await host.list(`/pulls/${String(number)}/reviews`, reviewOf);
  const isOwn = ({ by }: Approval): boolean => by.id === author?.id || isSameLogin(by.login, author?.login ?? "");
  return standing(reviews, moment).filter((each) => !isOwn(each));
}

export const isSameLogin = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * The approvals that nothing has taken back: a later request for changes of the same person does, and so does a later
 * review of theirs that was dismissed, since it may have been one. A comment does not. What a deleted account has said does
 * not count.
 */
function standing(reviews: readonly Review[], moment: number): readonly Approval[] {
  const byUser = new Map<number, (Approval & { readonly id: number })[]>();
  const given = reviews.flatMap(({ id, user, state, sha, at }) =>
    user === undefined || at === undefined || at > moment ? [] : [{ id, by: user, state, sha, given: at }],
  );
  for (const { state, ...review } of given.toSorted((a, b) => a.given - b.given || a.id - b.id)) {
    const { id } = review.by;
    if (state === "APPROVED") byUser.set(id, [...(byUser.get(id) ?? []), review]);
    else if (state === "CHANGES_REQUESTED" || state === "DISMISSED") byUser.delete(id);
  }
  return [...byUser.values()].flat().toSorted((a, b) => b.given - a.given || b.id - a.id);
}

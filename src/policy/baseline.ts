import { isUuid } from "../model/uuid";
import { deniedBy, type DocumentFinding, type Judged } from "../report/policy-review";
import type { WaivedAt, Waiver } from "./waivers";

/** What policies say about an account. */
interface Reviewed {
  readonly account: { readonly id: string; readonly name: string | null };
  readonly review: Judged;
}

/**
 * Waivers of all that is denied and not waived, a waiver for each policy and thing. They name what has a name of its own
 * by that, and all else by its id.
 *
 * @param given what all of them have
 */
export function baselineOf(
  reviewed: readonly Reviewed[],
  given: Pick<Waiver, "reason" | "owner" | "expires">,
): readonly Waiver[] {
  const accountNames = reviewed.map(({ account: { id, name } }) => ({ id, ...(name === null ? {} : { name }) }));
  const waivers = reviewed.flatMap(({ account, review }, index) => {
    const denied = deniedBy(review);
    const called = callerOf((review.policies ?? []).flatMap(({ at }) => [at, ...(at.from ? [at.from] : [])]));
    const own = accountNames[index] ?? { id: account.id };
    const where = reviewed.length > 1 ? { account: callerOf(accountNames)(own) } : {};
    return denied.map(({ policy, at }): Waiver => ({ policy, at: { ...waivedAt(at, called), ...where }, ...given }));
  });
  return [...new Map(waivers.map((each) => [JSON.stringify([each.policy, each.at]), each])).values()];
}

interface Named {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** What one of these things is called in a waiver: its name, unless another has it too, or it looks like an id. */
function callerOf(all: readonly Named[]): (one: Named) => string {
  const ids = new Map<string | undefined, Set<string | undefined>>();
  for (const { id, name } of all) ids.set(name, (ids.get(name) ?? new Set()).add(id));
  return ({ id, name }) => {
    const isOwn = name !== undefined && !isUuid(name) && ids.get(name)?.size === 1;
    return (isOwn ? name : id) ?? name ?? "";
  };
}

/** What names exactly that which a finding is about. */
function waivedAt({ kind, from, path, ...named }: DocumentFinding["at"], called: (one: Named) => string): WaivedAt {
  const isKnown = (named.id ?? named.name) !== undefined;
  const isRepository = kind === "repository" || kind === "triage";
  return {
    ...(isKnown ? { [isRepository ? "repository" : "configuration"]: called(named) } : {}),
    ...(from === undefined ? {} : { from: from && called(from) }),
    ...(path === undefined ? {} : { path }),
  };
}

import type { Session } from "../account/session";
import { failed, type Said } from "../said";
import type { Value } from "../values/value";

interface Claims {
  readonly wanted: Set<string>;
  readonly givenUp: Set<string>;
  readonly applied: Set<string>;
  readonly set: Set<string>;
}

/** Which findings have a triage, as far as this process has planned and applied. */
const claims = new WeakMap<Session, Claims>();

/**
 * Two resources that want the triage of one finding: terraform plans each by itself, and does not see it.
 *
 * @param finding its id, which is the same in upper and lower case; what is not known is no claim
 * @param replaces it comes in the place of what has claimed the same before
 */
export function claimed(session: Session, finding: Value, replaces: boolean): readonly Said[] {
  if (typeof finding !== "string") return [];
  const { wanted, givenUp } = claimsOf(session);
  const id = keyOf(finding);
  if (wanted.has(id) && !replaces) return [twice(finding)];
  wanted.add(id);
  return givenUp.has(id) ? [removedAndSet(finding)] : [];
}

/**
 * The same for what is removed: which of the two comes last is up to the order of terraform. Where the new one is
 * created first, it has been applied when terraform plans once more that the old one is destroyed.
 */
export function released(session: Session, finding: string): readonly Said[] {
  const { wanted, givenUp, applied } = claimsOf(session);
  const id = keyOf(finding);
  if (applied.has(id)) return [];
  givenUp.add(id);
  return wanted.has(id) ? [removedAndSet(finding)] : [];
}

/** @param hasSet from now on it is there, and is not removed by whoever had it before */
export function wasApplied(session: Session, finding: string, hasSet: boolean): void {
  const { applied, set } = claimsOf(session);
  applied.add(keyOf(finding));
  if (hasSet) set.add(keyOf(finding));
}

/** Whether this process has set it. */
export const isSet = (session: Session, finding: string): boolean => claimsOf(session).set.has(keyOf(finding));

const keyOf = (finding: string): string => finding.toLowerCase();

const twice = (finding: string): Said =>
  failed("Two triages of one finding", `Another resource decides about ${finding} too. Remove one of them.`, [
    "finding_id",
  ]);

const removedAndSet = (finding: string): Said =>
  failed(
    "Removed and set at once",
    `One resource would remove the triage of the finding ${finding}, and another would set it. Where it has another ` +
      "address now, add a moved block; where two resources have it, let terraform forget one with `terraform state rm`; " +
      "else apply the removal first.",
    ["finding_id"],
  );

function claimsOf(session: Session): Claims {
  const known = claims.get(session) ?? {
    wanted: new Set(),
    givenUp: new Set(),
    applied: new Set(),
    set: new Set(),
  };
  claims.set(session, known);
  return known;
}

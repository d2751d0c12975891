import { type Diagnostic, error } from "../../diagnostics/diagnostic";
import type { Session } from "../account/session";
import type { Value } from "../values/value";

interface Claims {
  readonly wanted: Set<string>;
  readonly set: Set<string>;
  readonly last: Map<string, Promise<unknown>>;
}

/** Which findings have a triage, as far as this process has planned and applied. */
const claims = new WeakMap<Session, Claims>();

/**
 * Two resources that want the triage of one finding: terraform plans each by itself, and does not see it. Who gives
 * it up meanwhile does not count: see `inTurn`.
 *
 * @param finding its id, which is the same in upper and lower case; what is not known is no claim
 * @param replaces it comes in the place of what has claimed the same before
 */
export function claimed(session: Session, finding: Value, replaces: boolean): readonly Diagnostic[] {
  if (typeof finding !== "string") return [];
  const { wanted } = claimsOf(session);
  const id = keyOf(finding);
  const twice = wanted.has(id) && !replaces;
  wanted.add(id);
  return twice
    ? [
        error("finding-claimed-twice", `Another resource decides about ${finding} too. Remove one of them.`, {
          attribute: ["finding_id"],
        }),
      ]
    : [];
}

/**
 * One after the other for each finding: terraform may set the triage for one resource while it removes that of
 * another. What was removed before is set afterwards, and what is set is not removed any more.
 */
export function inTurn<T>(session: Session, finding: string, work: () => Promise<T>): Promise<T> {
  const { last } = claimsOf(session);
  const next = (last.get(keyOf(finding)) ?? Promise.resolve()).then(work);
  last.set(
    keyOf(finding),
    next.catch(() => undefined), // whoever asked for it hears of it
  );
  return next;
}

/** From now on it is there, and is not removed by whoever had it before. */
export function wasSet(session: Session, finding: string): void {
  claimsOf(session).set.add(keyOf(finding));
}

export const isSet = (session: Session, finding: string): boolean => claimsOf(session).set.has(keyOf(finding));

const keyOf = (finding: string): string => finding.toLowerCase();

function claimsOf(session: Session): Claims {
  const known = claims.get(session) ?? { wanted: new Set(), set: new Set(), last: new Map() };
  claims.set(session, known);
  return known;
}

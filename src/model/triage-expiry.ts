const dayMilliseconds = 86_400_000;

/** A date holds to the end of its day in UTC. @param text a date or date-time */
const endOf = (text: string): number => Date.parse(text) + (text.includes("T") ? 0 : dayMilliseconds);

/**
 * Whether a triage holds no more.
 *
 * @param expires a date or date-time; without one it holds for ever
 * @param now in milliseconds since 1970
 */
export const hasExpired = (expires: string | undefined, now: number): boolean =>
  expires !== undefined && now >= endOf(expires);

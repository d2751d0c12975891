import { isUnknown, type ObjectValue, Unknown } from "../values/value";

const dayMilliseconds = 86_400_000;

/** A date holds to the end of its day in UTC. @param text a date or date-time */
const endOf = (text: string): number => Date.parse(text) + (text.includes("T") ? 0 : dayMilliseconds);

/** @param now in milliseconds since 1970 */
export const hasExpired = ({ expires }: ObjectValue, now: number): boolean =>
  typeof expires === "string" && now >= endOf(expires);

/** Whether the triage is to hold. @param now in milliseconds since 1970 */
export const activeAt = (triage: ObjectValue, now: number): boolean | Unknown =>
  isUnknown(triage["expires"]) ? new Unknown() : !hasExpired(triage, now);
